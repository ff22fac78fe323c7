import { isOfTask } from '../text/task-words.ts'
import { matchCues, type Kind } from './kind.ts'

const quoted = /["“„«「『]([^"”“»」』]{2,400})["”“»」』]|(?<=^|\s)['‘]([^'’]{8,400})['’](?=\s|[.,;!?]|$)/gu

/** The learner's own samples, in quotation marks or after "for example". `least`: how many. */
export const example: Kind = {
  isClosed: false,
  find: (reading, _, task) => [
    ...[...reading.text.matchAll(quoted)]
      .filter(([, one, other]) => !isOfTask({ text: one ?? other ?? '' }, task))
      .map((match) => ({
        from: match.index + 1,
        to: match.index + match[0].length - 1,
        state: 'found' as const,
      })),
    ...matchCues(reading, 'example', 8),
  ],
  needed: ({ least = 1 }) => least,
}
