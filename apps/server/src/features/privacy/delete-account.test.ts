import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAsBuyer, listMails, listStored, payAt } from '../../test-support/act-as-buyer.ts'
import { createUser, type TestUser } from '../../test-support/factories.ts'
import { mailsTo } from '../../test-support/read-mailbox.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import {
  ageDeletion,
  ageSession,
  deactivateUser,
  findUserId,
  isActive,
  userExists,
} from '../../test-support/rows/accounts.ts'
import { makeOverdue, makeOverdueAtProvider } from '../../test-support/rows/billing.ts'
import { makeJobsDue } from '../../test-support/rows/jobs.ts'
import { forgetAllFailures } from '../../test-support/rows/sign-in-attempts.ts'
import { onboardingCatalog } from '../../test-support/visitor.ts'
import { listClosings } from '../billing/customers.sql.ts'
import { eraseAccount, purgeAccounts } from './delete-account.ts'
import { listProviderErasures } from './erasure.sql.ts'

let server: TestServer
let other: TestServer

beforeAll(async () => {
  server = await startTestServer({ catalog: onboardingCatalog() })
  other = await startTestServer({ catalog: onboardingCatalog(), database: server.database })
})
afterAll(async () => {
  await other.close()
  await server.close()
})

/** Deletes an account and backdates the deletion by `ago`, a PostgreSQL interval. */
const deleted = async (ago = '0 seconds', user?: TestUser): Promise<TestUser> => {
  const leaver = user ?? (await createUser(server.context))
  const token = await server.signIn(leaver.email, leaver.pin)
  expect((await server.call('deleteAccount', { token })).status).toBe(200)
  await ageDeletion(server.context.db, leaver.id, ago)
  return leaver
}
const signIn = ({ email, pin }: TestUser, at = server) => at.call('login', { body: { email, pin } })
const exists = ({ id }: TestUser) => userExists(server.context.db, id)

describe('deleting an account', () => {
  it('ends every session immediately and mails how to restore it', async () => {
    const learner = await createUser(server.context, { subscription: null })
    const [token, elsewhere] = [
      await server.signIn(learner.email, learner.pin),
      await server.signIn(learner.email, learner.pin),
    ]
    const { body } = await server.call('deleteAccount', { token })
    expect(body.data.deleted).toBe(true)
    const days = (Date.parse(body.data.restorableUntil) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(28, 2)
    for (const old of [token, elsewhere]) expect((await server.call('me', { token: old })).status).toBe(401)
    await runJobs(server.context)
    const [mail] = await mailsTo(server.context, learner.email)
    expect(mail?.subject).toBe('Your Kitewise account has been deleted')
    expect(mail?.text).toContain('/login')
    expect(mail?.text).toMatch(/On \d\d\/\d\d\/\d{4}, everything/)
  })

  it('needs a sign-in within the last ten minutes', async () => {
    const learner = await createUser(server.context)
    const token = await server.signIn(learner.email, learner.pin)
    await ageSession(server.context.db, learner.id, '10 minutes 1 second')
    for (const name of ['deleteAccount', 'exportData'] as const) {
      const reply = await server.call(name, { token })
      expect([reply.status, reply.error?.name]).toEqual([403, 'reauthenticate'])
    }
    expect((await server.call('me', { token })).status).toBe(200)
  })

  it('takes effect once under concurrent requests', async () => {
    const learner = await createUser(server.context)
    const token = await server.signIn(learner.email, learner.pin)
    const replies = await Promise.all([1, 2, 3].map(() => server.call('deleteAccount', { token })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await listMails(server, learner.email)).toEqual(['account_deleted'])
  })
})

describe('sign-in after the deletion', () => {
  it('restores the account and says so once', async () => {
    const leaver = await deleted('27 days 23 hours 59 minutes')
    const back = await signIn(leaver)
    expect(back.body.restored).toBe(true)
    expect((await server.call('me', { token: back.body.jwt })).body.data.email).toBe(leaver.email)
    expect((await signIn(leaver)).body.restored).toBeUndefined()
    expect(await listMails(server, leaver.email)).toEqual(['account_deleted', 'account_restored'])
    await purgeAccounts(server.context)
    expect(await exists(leaver)).toBe(true)
  })

  it('is rejected after 28 days, before and after the purge, like a wrong PIN', async () => {
    const leaver = await deleted('28 days 1 minute')
    const refused = await signIn(leaver)
    expect([refused.status, refused.error?.name]).toEqual([401, 'invalid_credentials'])
    await purgeAccounts(server.context)
    expect(await exists(leaver)).toBe(false)
    expect((await signIn(leaver)).error).toEqual(refused.error)
  })

  it('restores nothing with a wrong PIN and gives the usual answer', async () => {
    const leaver = await deleted('1 day')
    const wrong = await signIn({ ...leaver, pin: '9173' })
    expect(wrong.error?.name).toBe('invalid_credentials')
    expect(await isActive(server.context.db, leaver.id)).toBe(false)
  })

  it('wins or loses completely against a concurrent purge', { timeout: 60_000 }, async () => {
    const outcomes = new Set<string>()
    let headStartMs = 0
    for (let round = 0; round < 60; round += 1) {
      const leaver = await createUser(server.context)
      // Sign-ins that came too late count as failed, all from one network.
      await forgetAllFailures(server.context.db)
      await deactivateUser(server.context.db, leaver.id, `28 days -${headStartMs} milliseconds`)
      const reply = await signInDuringPurge(leaver)
      // Keeps the end of the grace period close to the sign-in, however slow the machine is.
      headStartMs = reply.status === 200 ? Math.floor(headStartMs / 2) : headStartMs * 2 + 1
      const me = await server.call('me', { token: reply.body.jwt ?? 'none' })
      outcomes.add(`signed in: ${reply.status}, session: ${me.status}, account: ${await exists(leaver)}`)
    }
    for (const outcome of outcomes)
      expect(['signed in: 200, session: 200, account: true', 'signed in: 401, session: 401, account: false']).toContain(
        outcome,
      )
    expect(outcomes.size).toBe(2)
  })
})

/** Signs in while the purge runs repeatedly on two instances, and once more after the answer. */
const signInDuringPurge = async (leaver: TestUser) => {
  const signingIn = { isAnswered: false }
  const answered = signIn(leaver).finally(() => (signingIn.isAnswered = true))
  const purge = async ({ context }: TestServer): Promise<void> => {
    while (!signingIn.isAnswered) await eraseAccount(context, leaver.id)
    await eraseAccount(context, leaver.id)
  }
  const [reply] = await Promise.all([answered, purge(server), purge(other)])
  return reply
}

/** A learner with a trial at the embedded provider. */
const subscribe = async () => {
  const buyer = await actAsBuyer(server)
  const begun = await buyer.begin()
  await payAt(server, begun.sessionId)
  const { pinSetupToken } = (await buyer.claim(begun)).body.data
  await server.call('setPin', { token: pinSetupToken ?? '', body: { email: buyer.email, pin: '4826' } })
  return { email: buyer.email, pin: '4826', id: await findUserId(server.context.db, buyer.email) }
}

describe('billing of a deleted account', () => {
  it('ends with its period, and restoring the account does not renew it', async () => {
    const leaver = await deleted('0 seconds', await subscribe())
    await runJobs(server.context)
    const [stored] = await listStored(server, leaver.email)
    const current = await server.context.payments.getSubscription(stored?.id ?? '')
    expect(current).toMatchObject({ status: 'trialing', cancelAtPeriodEnd: true })
    await signIn(leaver)
    await runJobs(server.context)
    expect(await server.context.payments.getSubscription(stored?.id ?? '')).toMatchObject({ cancelAtPeriodEnd: true })
    expect((await listClosings(server.context.db)).map(({ userId }) => userId)).not.toContain(leaver.id)
  })

  it('is ended later when the provider does not answer, even if the owner has returned', async () => {
    const leaver = await subscribe()
    const { payments } = server.context
    const { cancelAtPeriodEnd } = payments
    payments.cancelAtPeriodEnd = () => Promise.reject(new Error('no answer'))
    await deleted('0 seconds', leaver)
    await runJobs(server.context)
    payments.cancelAtPeriodEnd = cancelAtPeriodEnd
    await signIn(leaver)
    const [stored] = await listStored(server, leaver.email)
    expect(await payments.getSubscription(stored?.id ?? '')).toMatchObject({ cancelAtPeriodEnd: false })
    await makeJobsDue(server.context.db)
    await runJobs(server.context)
    expect(await payments.getSubscription(stored?.id ?? '')).toMatchObject({ cancelAtPeriodEnd: true })
  })

  it('ends immediately when a payment is overdue', async () => {
    const leaver = await subscribe()
    const [stored] = await listStored(server, leaver.email)
    await makeOverdueAtProvider(server.context.db, stored?.id ?? '', new Date())
    await makeOverdue(server.context.db, stored?.id ?? '')
    await deleted('0 seconds', leaver)
    await runJobs(server.context)
    expect(await server.context.payments.getSubscription(stored?.id ?? '')).toMatchObject({ status: 'canceled' })
  })

  it('is deleted at the provider after the erasure, which is retried until confirmed', async () => {
    const leaver = await deleted('28 days 1 minute', await subscribe())
    const { payments, db } = server.context
    const [stored] = await listStored(server, leaver.email)
    const { forgetCustomer } = payments
    payments.forgetCustomer = () => Promise.reject(new Error('no answer'))
    await purgeAccounts(server.context)
    await runJobs(server.context)
    expect(await listProviderErasures(db, 'embedded')).toContainEqual(expect.objectContaining({ kind: 'customer' }))
    payments.forgetCustomer = forgetCustomer
    await makeJobsDue(db)
    await runJobs(server.context)
    expect(await listProviderErasures(db, 'embedded')).toEqual([])
    expect(await payments.getSubscription(stored?.id ?? '')).toBeNull()
  })
})
