import { hasRequest } from './has-request.ts'
import type { ReadText } from '../text/read-text.ts'
import type { GateHit, GateInput } from './gate-input.ts'

const fewestFunctionWords = 0.07
const fewestDifferent = 0.55
const enoughWords = 10
/** Notes are kept apart with these. A list of single words between them is still a list of key words. */
const marks = /[.,:;!?+\n|"/=·•-]/g
/** Where hardly a sentence does without little words; a prompt in another language than its task has no words of the task to go by. */
const hasArticles = new Set(['en', 'es', 'fr', 'pt'])
const listMark = /[,;\n|/=·•>]|\s[-+]\s/
const enoughItems = 6
const wordsInItem = 1.9
const littleWordsInList = 0.15

/** Six or more items of a word or two each, with hardly a little word between them: nobody is asked for anything. */
function isWordList({ folded, words, lexicon }: ReadText): boolean {
  const items = folded.split(listMark).filter((item) => /\p{L}/u.test(item))
  const count = folded.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  const little = words.filter((word) => lexicon.functionWords.has(word)).length
  return items.length >= enoughItems && count / items.length < wordsInItem && little < words.length * littleWordsInList
}

/** A list of the task's words instead of a request: hardly any little words, no limit with a number, or the same words again and again. */
export function gateKeywords({ prompt, task, rubric, sameLanguage }: GateInput): GateHit | null {
  const { words, lexicon } = prompt
  if (rubric.answerKind === 'image' || words.length < 6) return null
  const different = new Set(words).size / words.length
  if (words.length >= enoughWords && prompt.language !== 'ja' && different < fewestDifferent && !hasRequest(prompt))
    return { gate: 'keywords', evidence: `${Math.round(different * 100)} % different words` }
  if (isWordList(prompt)) return { gate: 'keywords', evidence: 'a list of single words' }
  if (prompt.language === 'ja') return null
  const little = words.filter((word) => lexicon.functionWords.has(word)).length / words.length
  const fromTask = words.filter((word) => task.words.includes(word)).length / words.length
  const markCount = prompt.folded.match(marks)?.length ?? 0
  if (!sameLanguage && hasArticles.has(prompt.language) && little < littleWordsInList && markCount <= words.length / 8)
    return { gate: 'keywords', evidence: `${Math.round(little * 100)} % little words` }
  if (little < fewestFunctionWords * 2 && fromTask > 0.5 && markCount <= words.length / 8)
    return {
      gate: 'keywords',
      evidence: `${Math.round(little * 100)} % little words, ${Math.round(fromTask * 100)} % from the task`,
    }
  return null
}
