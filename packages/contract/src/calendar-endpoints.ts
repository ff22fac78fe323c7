import { z } from 'zod'
import { data, endpoint } from './endpoint.ts'

const calendarFeed = z.object({
  /** Null without an address that works. */
  createdAt: z.iso.datetime().nullable(),
})

/** The learner's days as a calendar (docs/product.md R190). These calls need no subscription. */
export const calendarEndpoints = {
  calendarFeed: endpoint({
    method: 'GET',
    path: '/api/product-user/calendar',
    answer: data(calendarFeed),
    errors: ['unauthorized'],
    summary: 'Whether a calendar address works, and since when.',
  }),
  createCalendarFeed: endpoint({
    method: 'POST',
    path: '/api/product-user/calendar',
    answer: data(calendarFeed.extend({ address: z.url() })),
    errors: ['unauthorized'],
    summary: 'Makes a secret calendar address, which only this answer contains. An earlier address stops working.',
  }),
  revokeCalendarFeed: endpoint({
    method: 'DELETE',
    path: '/api/product-user/calendar',
    answer: data(calendarFeed),
    errors: ['unauthorized'],
    summary: 'The calendar address stops working. Idempotent.',
  }),
  calendarFile: endpoint({
    method: 'GET',
    path: '/api/product-user/calendar/file',
    answer: data(z.object({ file: z.string() })),
    errors: ['unauthorized'],
    summary: 'The next 28 days as the text of an iCalendar file (RFC 5545).',
  }),
}
