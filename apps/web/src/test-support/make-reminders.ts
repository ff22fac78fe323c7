import type { Reminders } from '@kitewise/contract/reminders'
import { answer, api, at, http } from './api.ts'

/** Reminders of a learner who was asked and declined. */
export const makeReminders = (changes: Partial<Reminders> = {}): Reminders => ({
  byMail: false,
  pushEndpoints: [],
  hour: 19,
  timeZone: 'Europe/Kyiv',
  isOpen: true,
  isOfferOpen: false,
  isQuiet: false,
  pushKey: 'BAAA',
  ...changes,
})

/** The API's response about reminders. */
export const givenReminders = (changes: Partial<Reminders> = {}): void =>
  api.use(http.get(at('/api/product-user/reminders'), () => answer(makeReminders(changes))))
