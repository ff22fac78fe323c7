import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../database/transaction.ts'
import { findOrCreateAccount } from '../features/accounts/create-account.ts'
import { findAccount } from '../features/accounts/users.sql.ts'
import { findMarketingConsent } from '../features/reach/marketing-consent.sql.ts'
import { createUser } from '../test-support/factories.ts'
import { expireTokens } from '../test-support/rows/accounts.ts'
import { readTable } from '../test-support/rows/tables.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'
import { issueToken, peekToken, redeemToken } from './one-time-tokens.sql.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const redeem = (token: string, purpose: 'pin-setup' | 'registration' = 'pin-setup') =>
  inTransaction(server.context.db, (tx) => redeemToken(tx, { purpose, token }))

it('returns its subject once under concurrent requests', async () => {
  const { db } = server.context
  const { id } = await createUser(server.context)
  const token = await issueToken(db, { purpose: 'pin-setup', userId: id, minutes: 10 })
  expect(await peekToken(db, { purpose: 'pin-setup', token })).toMatchObject({ userId: id, registrationId: null })
  const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(token)))
  expect(answers.filter((answer) => answer !== null)).toMatchObject([{ userId: id, registrationId: null }])
  expect(await peekToken(db, { purpose: 'pin-setup', token })).toBeNull()
})

it('is valid only for its purpose and lifetime, and is stored as a hash', async () => {
  const { db } = server.context
  const registrationId = '4c4f6d9e-2f0b-4d0e-9a55-0d7f7d6f0f11'
  const token = await issueToken(db, { purpose: 'registration', registrationId, minutes: 60 })
  expect(await redeem(token)).toBeNull()
  for (const forged of ['', '%', `${token} `, token.slice(0, -1), 'A'.repeat(22)])
    expect(await redeem(forged, 'registration')).toBeNull()
  expect(await readTable(db, 'one_time_tokens')).not.toContain(token)
  await expireTokens(db, { registrationId })
  expect(await redeem(token, 'registration')).toBeNull()
})

it('stays valid when the transaction that used it rolls back', async () => {
  const { db } = server.context
  const { id } = await createUser(server.context)
  const token = await issueToken(db, { purpose: 'pin-setup', userId: id, minutes: 10 })
  const undone = inTransaction(db, async (tx) => {
    await redeemToken(tx, { purpose: 'pin-setup', token })
    throw new Error('something else failed')
  })
  await expect(undone).rejects.toThrow('something else failed')
  expect(await redeem(token)).toMatchObject({ userId: id })
})

it('creates one account per address and leaves an existing one unchanged', async () => {
  const { db } = server.context
  const learner = {
    email: 'new@kitewise.example',
    language: 'es',
    marketingConsent: true,
    firstName: 'Ana',
    dailyGoalMinutes: 10 as const,
  }
  const made = await Promise.all(
    Array.from({ length: 6 }, () => inTransaction(db, (tx) => findOrCreateAccount(tx, learner))),
  )
  expect(made.filter((one) => one?.isNew)).toHaveLength(1)
  expect(new Set(made.map((one) => one?.userId)).size).toBe(1)
  const existing = await createUser(server.context)
  const found = await inTransaction(db, (tx) =>
    findOrCreateAccount(tx, { ...learner, email: existing.email, language: 'fr' }),
  )
  expect(found).toEqual({ userId: existing.id, isNew: false })
  expect((await findAccount(db, existing.id))?.lang).toBe('en')
  expect(await findMarketingConsent(db, existing.id)).toBe(false)
})
