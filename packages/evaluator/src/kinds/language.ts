import { lexiconOf } from '../lexicons/lexicon.ts'
import { findCues } from '../text/find-cues.ts'
import type { Kind } from './kind.ts'

/** The name of a language. `is`: its code, where the task wants one. */
export const language: Kind = {
  isClosed: true,
  find: (reading, { is }) => {
    const names = Object.entries(lexiconOf(reading.language).languages)
    return names.flatMap(([code, cues]) => {
      const expected = names.find(([other]) => other === is)?.[1][0]?.replaceAll('*', '') ?? String(is)
      return findCues(reading, cues).map((range) =>
        is === undefined || is === code
          ? { ...range, state: 'found' as const }
          : { ...range, state: 'wrong' as const, expected, replace: { ...range, text: expected } },
      )
    })
  },
}
