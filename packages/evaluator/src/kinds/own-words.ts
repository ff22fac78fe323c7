import { isContentWord } from '../text/read-text.ts'
import { taskWords } from '../text/task-words.ts'
import type { Kind } from './kind.ts'

const usual = 12

/** The learner's own text beyond the task's words: a draft, notes, a page. `least`: how many such words. */
export const ownWords: Kind = {
  isClosed: false,
  find: (reading, { least = usual }, task) => {
    const known = taskWords(task)
    const own = reading.words.filter(({ folded }) => isContentWord(folded, reading.language) && !known.has(folded))
    const [first] = own
    const last = own.at(-1)
    if (!first || !last || own.length * 2 < least) return []
    return [{ from: first.from, to: last.to, state: own.length >= least ? 'found' : 'partial' }]
  },
}
