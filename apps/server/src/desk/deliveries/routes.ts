import { pageSize } from '@kitewise/contract/desk'
import { readProviderAgain } from '../../features/billing/receive-event.ts'
import { findMail } from '../../platform/messages/mails.sql.ts'
import { resendMail } from '../../platform/messages/queue-mail.ts'
import { hasBounced, enableAddress, findSuppressions } from '../../platform/messages/returned-mail.ts'
import { ok, refuse } from '../../platform/result.ts'
import { acted, type DeskHandlers } from '../access/handler.ts'
import {
  countEventRows,
  countJobRows,
  countMailRows,
  deleteJob,
  listEventRows,
  listJobRows,
  listMailRows,
  rescheduleJob,
} from './deliveries.sql.ts'

type DeliveriesEndpoint =
  | 'listJobs'
  | 'retryJob'
  | 'dropJob'
  | 'listMails'
  | 'resendMail'
  | 'enableAddress'
  | 'listProviderEvents'
  | 'replayProviderEvent'

const rangeOf = (page: number) => ({ skip: (page - 1) * pageSize, limit: pageSize })
const done = ok({ data: { done: true as const } })

export const deliveriesRoutes: DeskHandlers<DeliveriesEndpoint> = {
  listJobs: async ({ db }, { query: { page, sort, direction, state, name } }) => {
    const filters = { state: state ?? null, name: name || null }
    const rows = await listJobRows(db, filters, { sort, direction }, rangeOf(page))
    const presented = rows.map(({ runAt, createdAt, ...job }) => ({
      ...job,
      runAt: runAt.getTime(),
      createdAt: createdAt.getTime(),
    }))
    return ok({ data: { rows: presented, total: await countJobRows(db, filters) } })
  },
  retryJob: async ({ db }, { params }) => ((await rescheduleJob(db, params.jobId)) ? done : refuse('not_found')),
  dropJob: async ({ db }, { params }) => ((await deleteJob(db, params.jobId)) ? done : refuse('not_found')),

  listMails: async (context, { query: { page, state, template, to } }) => {
    const filters = { state: state ?? null, template: template || null, to: to?.toLowerCase() || null }
    const rows = await listMailRows(context.db, filters, rangeOf(page))
    const suppressions = await findSuppressions(
      context,
      rows.map((mail) => mail.to),
    )
    const presented = rows.map(({ createdAt, sentAt, ...mail }) => ({
      ...mail,
      createdAt: createdAt.getTime(),
      sentAt: sentAt?.getTime() ?? null,
      suppressed: suppressions.get(mail.to) ?? null,
    }))
    return ok({ data: { rows: presented, total: await countMailRows(context.db, filters) } })
  },
  resendMail: async (context, { params: { mailId }, body }) => {
    const mail = await findMail(context.db, mailId)
    if (!mail) return refuse('not_found')
    const facts = { userId: mail.userId }
    if (await hasBounced(context.db, context, mail.to)) return { ...refuse('address_bounces'), facts }
    await resendMail(context, mail, body.attempt)
    return acted(done.value, facts)
  },
  enableAddress: async (context, { params: { mailId } }) => {
    const mail = await findMail(context.db, mailId)
    if (!mail) return refuse('not_found')
    const facts = { userId: mail.userId }
    return (await enableAddress(context, mail.to)) ? acted(done.value, facts) : { ...refuse('not_found'), facts }
  },

  listProviderEvents: async ({ db }, { query: { page, type, subscriptionId } }) => {
    const filters = { type: type || null, subscriptionId: subscriptionId || null }
    const rows = await listEventRows(db, filters, rangeOf(page))
    const presented = rows.map(({ receivedAt, ...event }) => ({ ...event, receivedAt: receivedAt.getTime() }))
    return ok({ data: { rows: presented, total: await countEventRows(db, filters) } })
  },
  replayProviderEvent: async (context, { params: { eventId } }) =>
    (await readProviderAgain(context, eventId)) ? done : refuse('not_found'),
}
