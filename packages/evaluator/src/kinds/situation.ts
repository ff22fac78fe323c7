import { quantitiesOf } from '../text/quantities.ts'
import { cueKind, matchCues, type Kind } from './kind.ts'

// Who and what the result is for.

/** The people involved: relatives, friends, a number of people, or no one else. */
const people: Kind = {
  isClosed: false,
  find: (reading) => [
    ...matchCues(reading, 'people', 1),
    ...quantitiesOf(reading)
      .filter(({ type }) => type === 'people')
      .map(({ from, to }) => ({ from, to, state: 'found' as const })),
  ],
}

export const situationKinds = {
  people,
  /** Where a person is or something happens. Place names are cues with capital letters: "in <name>". */
  place: cueKind('place', 1),
  /** What the result is for. */
  purpose: cueKind('purpose', 6),
  /** The person who will read or use the result. */
  reader: cueKind('reader', 4),
  /** The role that the assistant plays. */
  role: cueKind('role', 4),
}
