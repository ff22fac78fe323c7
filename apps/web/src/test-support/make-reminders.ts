import type { Reminders } from '@kitewise/contract/reminders'
import { answer, api, at, http } from './api.ts'

/** Reminders of a learner who was asked and declined. */
export function makeReminders(changes: Partial<Reminders> = {}): Reminders {
  return {
    byMail: false,
    pushEndpoints: [],
    hour: 19,
    timeZone: 'Europe/Kyiv',
    isOpen: true,
    isOfferOpen: false,
    isQuiet: false,
    pushKey: 'BAAA',
    ...changes,
  }
}

/** The API's response about reminders, and that no calendar reads the learner's days. */
export function givenReminders(changes: Partial<Reminders> = {}): void {
  return api.use(
    http.get(at('/api/product-user/reminders'), () => answer(makeReminders(changes))),
    http.get(at('/api/product-user/calendar'), () => answer({ createdAt: null })),
  )
}
