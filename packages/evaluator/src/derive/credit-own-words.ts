import type { Finding } from '../meet-criterion.ts'
import type { RubricWithWords } from '../rubric.ts'
import { matchesAny } from '../text/find-matches.ts'
import { contentStems, type ReadText } from '../text/read-text.ts'
import { splitWords } from '../text/split-words.ts'
import { promptClauses } from './prompt-clauses.ts'

const fewestStems = 2
const fewestWords = 4

const hasNoSpaces: ReadonlySet<string> = new Set(['ja', 'ko'])

/** Clauses of a prompt in which no criterion has its first evidence, and that say something which is not in the task. */
function spareClauses(prompt: ReadText, task: ReadText, findings: readonly Finding[]): string[] {
  const isDense = hasNoSpaces.has(prompt.language)
  const stands = (text: string, clause: string) => {
    const words = text.replace(/[ ,¶]+$/, '')
    return isDense ? clause.includes(words) : ` ${clause} `.includes(` ${words} `)
  }
  const found = findings.filter(({ id }) => id !== 'task').flatMap((finding) => finding.found.slice(0, 1))
  const requests = findings.filter(({ id }) => id === 'task').flatMap((finding) => finding.found)
  return promptClauses(prompt).filter((clause, at) => {
    if (at === 0 && requests.some((text) => stands(text, clause))) return false
    if (found.some((text) => stands(text, clause))) return false
    const stems = contentStems(splitWords(clause, prompt.language), prompt.lexicon)
    const isLong = stems.length >= fewestStems || clause.split(' ').length >= fewestWords
    return isLong && stems.some((stem) => !task.content.has(stem))
  })
}

/**
 * What a task asks for may be said in words that nobody looks for. A clause of its own, in which nothing else was found, counts for one such
 * criterion.
 */
export function creditOwnWords(
  findings: readonly Finding[],
  rubric: RubricWithWords,
  prompt: ReadText,
  task: ReadText,
): Finding[] {
  const spare = spareClauses(prompt, task, findings)
  const denies = (clause: string) => matchesAny({ ...prompt, flat: clause }, prompt.lexicon.concepts.avoid.cues)
  return findings.map((finding, index) => {
    if (finding.met > 0 || !rubric.criteria[index]?.inOtherWords) return finding
    const isDenial = rubric.criteria[index]?.id.startsWith('avoid')
    const at = spare.findIndex((clause) => !isDenial || denies(clause))
    const [clause] = at < 0 ? [] : spare.splice(at, 1)
    return clause === undefined ? finding : { ...finding, met: 1, found: [clause] }
  })
}
