import type { RubricWords } from '@kitewise/evaluator/rubric'
import type { ElsewhereFile, ElsewhereWords } from '../format/elsewhere-file.ts'
import type { ByLanguage, PromptWords } from '../catalog.ts'

const none: RubricWords = { criteria: {}, facts: {} }
const parts = (list: string) => list.split(/,\s+/).filter((part) => part !== '')

/** Adds the ways of elsewhere.yml to the words of a word file; without the latter they stand alone. */
function joinWords(base: RubricWords | undefined, extra: ElsewhereWords | undefined): RubricWords {
  const { criteria, facts = {}, ...rest } = base ?? none
  const joined: RubricWords = { ...rest, criteria: { ...criteria }, facts: { ...facts } }
  for (const [key, list] of Object.entries(extra?.says ?? {})) {
    const fact = /^fact\.(.+)$/.exec(key)?.[1]
    if (fact) joined.facts = { ...joined.facts, [fact]: [...(joined.facts?.[fact] ?? []), ...parts(list)] }
    else joined.criteria[key] = { hint: '', ...joined.criteria[key], says: parts(list) }
  }
  return joined
}

type Joined = { words: RubricWords; elsewhere: Partial<Record<string, RubricWords>> }

/** What a rubric looks for in prompts: in the language of the task, and in every other that is known. */
export function joinRubricWords(words: ByLanguage<PromptWords>, file: ElsewhereFile[string], language: string): Joined {
  const extras: Partial<Record<string, ElsewhereWords>> = file
  const others = [...new Set([...words.keys(), ...Object.keys(extras)])].filter((other) => other !== language)
  return {
    words: joinWords(words.get(language)?.rubric, extras[language]),
    elsewhere: Object.fromEntries(others.map((other) => [other, joinWords(words.get(other)?.rubric, extras[other])])),
  }
}
