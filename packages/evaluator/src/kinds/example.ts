import type { Task } from '../task.ts'
import { foldText } from '../text/fold-text.ts'
import { shownTexts } from '../text/task-words.ts'
import { matchCues, type Kind } from './kind.ts'

const quoted = /["“„«「『]([^"”“»」』]{2,400})["”“»」』]|(?<=^|\s)['‘]([^'’]{8,400})['’](?=\s|[.,;!?]|$)/gu

const flatten = (text: string): string => foldText(text).replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()

/** Whether a quote stands in the task: its own text is no sample of the learner. */
const isOfTask = (quote: string, task: Task): boolean => flatten(shownTexts(task)).includes(flatten(quote))

/** Samples in quotation marks, or after "for example". `least`: how many. */
export const example: Kind = {
  isClosed: false,
  find: (reading, _, task) => [
    ...[...reading.text.matchAll(quoted)].filter(([, one, other]) => !isOfTask(one ?? other ?? '', task)).map((match) => ({
      from: match.index + 1,
      to: match.index + match[0].length - 1,
      state: 'found' as const,
    })),
    ...matchCues(reading, 'example', 8),
  ],
  needed: ({ least = 1 }) => least,
}
