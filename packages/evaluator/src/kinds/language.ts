import { lexiconOf } from '../lexicons/lexicon.ts'
import { findCues } from '../text/find-cues.ts'
import type { Kind } from './kind.ts'

/** The name of a language other than that of the lesson. `is`: its code, where the task wants a certain one. */
export const language: Kind = {
  isClosed: true,
  find: (reading, { is }, task) => {
    const all = Object.entries(lexiconOf(reading.language).languages)
    // A translation back into the language of the lesson names that one too.
    const names = is === undefined ? all.filter(([code]) => code !== task.language) : all
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
