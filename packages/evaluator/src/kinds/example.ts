import { matchCues, type Kind } from './kind.ts'

const quoted = /["“„«「『]([^"”“»」』]{2,400})["”“»」』]|(?<=^|\s)['‘]([^'’]{8,400})['’](?=\s|[.,;!?]|$)/gu

/** Samples in quotation marks, or after "for example". `least`: how many. */
export const example: Kind = {
  isClosed: false,
  find: (reading) => [
    ...[...reading.text.matchAll(quoted)].map((match) => ({
      from: match.index + 1,
      to: match.index + match[0].length - 1,
      state: 'found' as const,
    })),
    ...matchCues(reading, 'example', 8),
  ],
  needed: ({ least = 1 }) => least,
}
