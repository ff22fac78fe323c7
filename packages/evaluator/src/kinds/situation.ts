import { quantitiesOf } from '../text/quantities.ts'
import { cueKind, type Kind, matchCues } from './kind.ts'

// Who and what the result is for, and how the assistant should work.

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

/** How the assistant should work. */
export const conductKinds = {
  /** The assistant should ask before it answers or acts. */
  ask_first: cueKind('ask_first', 4),
  /** How the result will be checked. */
  check_plan: cueKind('check_plan', 5),
  /** Uncertain statements should be marked. */
  doubt: cueKind('doubt', 3),
  /** What must not change. */
  keep: cueKind('keep', 4),
  /** What to do when something is unknown. */
  missing_rule: cueKind('missing_rule', 4),
  /** The assistant must not make anything up. */
  no_invention: cueKind('no_invention', 2),
  /** The assistant should name its sources. */
  sources: cueKind('sources', 2),
}
