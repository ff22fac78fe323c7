import { lexiconOf, type Language } from '../lexicons/lexicon.ts'
import type { Point } from '../task.ts'
import { findCues } from '../text/find-cues.ts'
import { localeOf } from '../texts.ts'
import type { Kind } from './kind.ts'

const show = ({ is }: Pick<Point, 'is'>, language: Language): string =>
  is === undefined ? '' : (new Intl.DisplayNames(localeOf(language), { type: 'language' }).of(String(is)) ?? '')

/** The name of a language other than the lesson's. `is`: its code, if the task wants a specific one. */
export const language: Kind = {
  isClosed: true,
  show,
  find: (reading, { is }, task) => {
    const all = Object.entries(lexiconOf(reading.language).languages)
    // A translation back into the lesson's language names that language too.
    const names = is === undefined ? all.filter(([code]) => code !== task.language) : all
    const text = show({ is }, reading.language)
    return names.flatMap(([code, cues]) =>
      findCues(reading, cues).map((range) =>
        is === undefined || is === code
          ? { ...range, state: 'found' as const }
          : { ...range, state: 'wrong' as const, expected: text, replace: { ...range, text } },
      ),
    )
  },
}
