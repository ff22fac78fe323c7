import { accessLimitOf } from '@kitewise/contract/desk'
import { inTransaction } from '../../database/transaction.ts'
import { mailPinLink } from '../../features/accounts/account-mails.ts'
import { endAllSessions } from '../../features/accounts/end-access.ts'
import {
  cancelSubscription,
  endAtOnce,
  findOwnSubscription,
  resumeSubscription,
} from '../../features/billing/change-subscription.ts'
import { countGrantedDays, findLongerGrant, grantAccess, readGrantEnd } from '../../features/billing/grant-access.ts'
import type { ShownSubscription } from '../../features/billing/subscriptions.sql.ts'
import { correctCertificateName } from '../../features/certificates/issue-certificate.ts'
import { eraseNow } from '../../features/privacy/delete-account.ts'
import { resendMail } from '../../platform/messages/queue-mail.ts'
import { hasBounced } from '../../platform/messages/returned-mail.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { acted, type DeskHandlers } from '../access/handler.ts'
import { spendAccessDays } from './access-days.sql.ts'
import { findIdsByEmail, findIdsByProvider, findMailOf, findPerson } from './person.sql.ts'
import { viewPerson } from './view-person.ts'

type PeopleEndpoint =
  | 'findPeople'
  | 'viewPerson'
  | 'sendPinLink'
  | 'resendPersonsMail'
  | 'endPersonsSessions'
  | 'grantAccess'
  | 'cancelPersonsPlan'
  | 'resumePersonsPlan'
  | 'correctCertificateName'
  | 'erasePerson'

const done = () => ok({ data: { done: true as const } })
const afterwards = (outcome: Result<unknown>) => (outcome.ok ? done() : outcome)

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** Whether a plan renewed, in the audit log's words. */
const renewalOf = ({ status, cancelAtPeriodEnd }: ShownSubscription): string =>
  status === 'canceled' ? 'ended' : cancelAtPeriodEnd ? 'period_end' : 'renews'

export const peopleRoutes: DeskHandlers<PeopleEndpoint> = {
  findPeople: async ({ db }, { query: { search } }) => {
    const ids = isId(search)
      ? [search.toLowerCase()]
      : search.includes('@')
        ? await findIdsByEmail(db, search.toLowerCase())
        : await findIdsByProvider(db, search)
    const found = await Promise.all(ids.slice(0, 20).map((id) => findPerson(db, id)))
    return ok({
      data: found.flatMap((person) => {
        if (!person) return []
        const { id, email, createdAt, deletedAt } = person
        return [{ id, email, createdAt: createdAt.getTime(), deletedAt: deletedAt?.getTime() ?? null }]
      }),
    })
  },

  viewPerson: async (context, { params }) => {
    const person = await viewPerson(context, params.userId)
    return person ? ok({ data: person }) : refuse('not_found')
  },

  sendPinLink: async (context, { params, staff }) => {
    const person = await findPerson(context.db, params.userId)
    if (!person || person.deletedAt !== null) return refuse('not_found')
    await mailPinLink(context, { email: person.email, requestedFrom: `desk:${staff.staffId}` })
    return done()
  },

  resendPersonsMail: async (context, { params, body }) => {
    const person = await findPerson(context.db, params.userId)
    const mail = await findMailOf(context.db, params.userId, params.mailId)
    if (!person || !mail) return refuse('not_found')
    if (await hasBounced(context.db, context, person.email)) return refuse('address_bounces')
    await resendMail(context, { ...mail, userId: person.id, to: person.email }, body.attempt)
    return done()
  },

  endPersonsSessions: async (context, { params }) => {
    if (!(await findPerson(context.db, params.userId))) return refuse('not_found')
    await inTransaction(context.db, (tx) => endAllSessions(tx, params.userId, 'signed_out'))
    await context.sessionCache.settle()
    return done()
  },

  grantAccess: async (context, { params, body, staff }) => {
    if (!(await findPerson(context.db, params.userId))) return refuse('not_found')
    const until = readGrantEnd(context, body.until)
    if (until === null)
      return refuse('invalid_request', [{ field: 'body.until', message: 'must be at most 400 days ahead' }])
    // A gift or an earlier grant may last longer: taking days away has to be meant.
    const longer = await findLongerGrant(context.db, params.userId, until)
    if (longer !== null && longer > context.clock() && body.shorten !== true) return refuse('access_would_shorten')
    const before = await findLongerGrant(context.db, params.userId, new Date(0))
    const isWithin = await inTransaction(context.db, async (tx) => {
      const days = await countGrantedDays({ ...context, db: tx }, params.userId, until)
      if (!(await spendAccessDays(tx, { staffId: staff.staffId, days, limit: accessLimitOf(staff.role) }))) return false
      await grantAccess({ ...context, db: tx }, params.userId, until)
      return true
    })
    if (!isWithin) return refuse('access_over_limit')
    await context.sessionCache.settle()
    return acted(done().value, { was: before?.toISOString() ?? null, endsAt: until.getTime() })
  },

  cancelPersonsPlan: async (context, { params, body: { when } }) => {
    const own = await findOwnSubscription(context, params)
    if (!own) return refuse('subscription_not_found')
    const periodEnd = own.currentPeriodEnd * 1000
    const endsAt = when === 'now' ? Math.min(periodEnd, context.clock().getTime()) : periodEnd
    const facts = { was: renewalOf(own), becomes: when, endsAt }
    if (when === 'period_end') {
      const outcome = await cancelSubscription(context, params)
      return outcome.ok ? acted(done().value, facts) : { ...outcome, facts }
    }
    await endAtOnce(context, params)
    await context.sessionCache.settle()
    return acted(done().value, facts)
  },

  resumePersonsPlan: async (context, { params }) => {
    const own = await findOwnSubscription(context, params)
    const outcome = await resumeSubscription(context, params)
    const facts = { was: own && renewalOf(own), becomes: 'renews' }
    return outcome.ok ? acted(done().value, facts) : { ...outcome, facts }
  },

  correctCertificateName: async (context, { params, body }) =>
    afterwards(await correctCertificateName(context, { userId: params.userId, name: body.name })),

  // The address is typed again, because nothing brings an account back.
  erasePerson: async (context, { params, body }) => {
    const person = await findPerson(context.db, params.userId)
    if (!person) return refuse('not_found')
    if (person.email !== body.email) return refuse('wrong_email')
    const erased = await eraseNow(context, params.userId)
    if (!erased.ok) return erased
    await context.sessionCache.settle()
    return done()
  },
}
