import { quantitiesOf } from '../text/quantities.ts'
import { matchCues, type Kind } from './kind.ts'

/** The people involved: relatives, friends, a number of people, or no one else. */
export const people: Kind = {
  isClosed: false,
  find: (reading) => [
    ...matchCues(reading, 'people', 1),
    ...quantitiesOf(reading)
      .filter(({ type }) => type === 'people')
      .map(({ from, to }) => ({ from, to, state: 'found' as const })),
  ],
}
