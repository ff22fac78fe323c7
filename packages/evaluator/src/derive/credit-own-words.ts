import type { Finding } from '../meet-criterion.ts'
import type { Criterion, RubricWithWords } from '../rubric.ts'
import { matchesAny } from '../text/find-matches.ts'
import { contentStems, type ReadText } from '../text/read-text.ts'
import { splitWords } from '../text/split-words.ts'
import { promptClauses } from './prompt-clauses.ts'

const fewestStems = 2
/** So many words say something too, with one word of their own; a Korean word holds more. */
const fewestWords = (language: string) => (language === 'ko' ? 2 : 3)

const hasNoSpaces: ReadonlySet<string> = new Set(['ja', 'ko'])

/** How the answer should be: all that is said of it says nothing else. */
const isManner = (criterion: Criterion | undefined) => criterion?.cues?.includes('tone') === true

/** Clauses of a prompt in which no criterion has its first evidence, and that say something which is not in the task. */
function spareClauses(
  prompt: ReadText,
  task: ReadText,
  findings: readonly Finding[],
  rubric: RubricWithWords,
): string[] {
  const isDense = hasNoSpaces.has(prompt.language)
  const stands = (text: string, clause: string) => {
    const words = text.replace(/[ ,¶]+$/, '')
    return isDense ? clause.includes(words) : ` ${clause} `.includes(` ${words} `)
  }
  const evidence = ({ id, found }: Finding, index: number) => {
    if (id === 'task') return []
    return isManner(rubric.criteria[index]) ? found : found.slice(0, 1)
  }
  const found = findings.flatMap(evidence)
  const requests = findings.filter(({ id }) => id === 'task').flatMap((finding) => finding.found)
  return promptClauses(prompt).filter((clause, at) => {
    if (at === 0 && requests.some((text) => stands(text, clause))) return false
    if (found.some((text) => stands(text, clause))) return false
    const said = requests.reduce((words, text) => words.replace(text, ' '), clause)
    const stems = contentStems(splitWords(said, prompt.language), prompt.lexicon)
    const isLong = stems.length >= fewestStems || said.trim().split(/ +/).length >= fewestWords(prompt.language)
    return isLong && stems.some((stem) => !task.content.has(stem))
  })
}

/**
 * What a task asks for may be said in words that nobody looks for. A clause of its own, in which nothing else was found, counts for one such
 * criterion; a denial only for what is to be kept out, and a case only where the prompt has an "if".
 */
export function creditOwnWords(
  findings: readonly Finding[],
  rubric: RubricWithWords,
  prompt: ReadText,
  task: ReadText,
): Finding[] {
  const spare = spareClauses(prompt, task, findings, rubric)
  const supposes = matchesAny(prompt, prompt.lexicon.concepts.missing_rule.cues)
  const denies = (clause: string) => matchesAny({ ...prompt, flat: clause }, prompt.lexicon.concepts.avoid.cues)
  return findings.map((finding, index) => {
    if (finding.met > 0 || !rubric.criteria[index]?.inOtherWords) return finding
    if (finding.id.startsWith('missing_rule') && !supposes) return finding
    const isDenial = rubric.criteria[index]?.id.startsWith('avoid')
    const at = spare.findIndex((clause) => !isDenial || denies(clause))
    const [clause] = at < 0 ? [] : spare.splice(at, 1)
    return clause === undefined ? finding : { ...finding, met: 1, found: [clause] }
  })
}
