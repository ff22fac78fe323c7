import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueToken } from '../../platform/one-time-tokens.sql.ts'
import { createUser, type TestUser } from '../../test-support/factories.ts'
import { mailsTo, tokenIn } from '../../test-support/read-mailbox.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { ageSession, deactivateUser, expireTokens } from '../../test-support/rows/accounts.ts'
import { readTable } from '../../test-support/rows/tables.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

let server: TestServer
let second: TestServer

beforeAll(async () => {
  server = await startTestServer()
  second = await startTestServer({ database: server.database })
})
afterAll(async () => {
  await second.close()
  await server.close()
})

const newToken = (userId: string, minutes = 60) =>
  issueToken(server.context.db, { purpose: 'pin-setup', userId, minutes })
const setPin = (token: string | undefined, email: string, pin = '8305', at = server) =>
  at.call('setPin', { ...(token === undefined ? {} : { token }), body: { email, pin } })
const canSignIn = async ({ email }: TestUser, pin: string) =>
  (await server.call('login', { body: { email, pin } })).status === 200

/** Of 60 values. */
const middle = (values: number[]): number => values.toSorted((one, other) => one - other)[30] ?? 0

describe('set-pin with a token', () => {
  it('sets the first PIN of an account, which can then sign in', async () => {
    const learner = await createUser(server.context, { pin: null })
    const reply = await setPin(await newToken(learner.id), ` ${learner.email.toUpperCase()} `)
    expect([reply.status, reply.body]).toEqual([200, { data: { isPinSetUp: true } }])
    expect(await canSignIn(learner, '8305')).toBe(true)
  })

  it('rejects a used token and changes nothing', async () => {
    const learner = await createUser(server.context)
    const token = await newToken(learner.id)
    expect((await setPin(token, learner.email)).status).toBe(200)
    const replay = await setPin(token, learner.email, '6194')
    expect(replay.error).toMatchObject({ status: 400, name: 'invalid_token' })
    expect(await canSignIn(learner, '8305')).toBe(true)
  })

  it('accepts one of several concurrent requests on two instances', async () => {
    const learner = await createUser(server.context)
    const token = await newToken(learner.id)
    const pins = ['8305', '6194', '2749', '5083', '9261', '4068']
    const replies = await Promise.all(
      pins.map((pin, index) => setPin(token, learner.email, pin, index % 2 === 0 ? server : second)),
    )
    const won = pins.filter((_, index) => replies[index]?.status === 200)
    expect(won).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(5)
    expect(await canSignIn(learner, won[0] ?? '')).toBe(true)
  })

  it('ends every session, voids the other links and resets the failures of unknown devices', async () => {
    const learner = await createUser(server.context)
    const session = await server.signIn(learner.email, learner.pin)
    const [token, other] = [await newToken(learner.id), await newToken(learner.id)]
    for (let failure = 0; failure < 3; failure += 1)
      await server.call('login', { body: { email: learner.email, pin: '0007' } })
    expect((await server.call('login', { body: { email: learner.email, pin: learner.pin } })).status).toBe(429)
    expect((await setPin(token, learner.email)).status).toBe(200)
    expect((await server.call('me', { token: session })).status).toBe(401)
    expect((await setPin(other, learner.email)).error?.name).toBe('invalid_token')
    expect(await canSignIn(learner, '8305')).toBe(true)
  })

  it('rejects another address, known or unknown, and keeps the token valid', async () => {
    const learner = await createUser(server.context)
    const victim = await createUser(server.context)
    const token = await newToken(learner.id)
    for (const email of [victim.email, 'nobody@kitewise.example', '', '%', `${learner.email},${victim.email}`]) {
      const reply = await setPin(token, email)
      expect([email, reply.error?.status, reply.error?.name]).toEqual([email, 403, 'wrong_email'])
    }
    expect(await canSignIn(victim, victim.pin)).toBe(true)
    expect((await setPin(token, learner.email)).status).toBe(200)
  })

  it('rejects easy PINs with the reason and keeps the token valid', async () => {
    const learner = await createUser(server.context)
    const token = await newToken(learner.id)
    for (const [pin, reason] of [
      ['7777', 'same_digits'],
      ['1212', 'pairs'],
      ['9876', 'run'],
      ['1984', 'year'],
      ['2580', 'keypad'],
      ['1379', 'keypad'],
      ['5683', 'word'],
      ['0420', 'date'],
      ['0007', 'famous'],
      ['1004', 'famous'],
      ['5000', 'zeros'],
    ]) {
      const reply = await setPin(token, learner.email, pin)
      expect(reply.error).toMatchObject({ status: 422, name: 'pin_too_easy', details: { reason } })
    }
    expect((await setPin(token, learner.email)).status).toBe(200)
  })

  it('rejects a token that is expired, for another purpose, made up or of a deactivated account', async () => {
    const learner = await createUser(server.context)
    const { db } = server.context
    const old = await newToken(learner.id)
    await expireTokens(db, { userId: learner.id })
    const registrationId = '4c4f6d9e-2f0b-4d0e-9a55-0d7f7d6f0f11'
    const other = await issueToken(db, { purpose: 'registration', registrationId, minutes: 60 })
    const gone = await createUser(server.context)
    const ofGone = await newToken(gone.id)
    await deactivateUser(db, gone.id)
    for (const [token, email] of [
      [old, learner.email],
      [other, learner.email],
      ['A'.repeat(22), learner.email],
      [ofGone, gone.email],
    ] as const)
      expect((await setPin(token, email)).error).toMatchObject({ status: 400, name: 'invalid_token' })
    expect(await canSignIn(learner, learner.pin)).toBe(true)
  })

  it('accepts only text of four digits', async () => {
    const learner = await createUser(server.context)
    const token = await newToken(learner.id)
    for (const pin of ['830', '83055', '83o5', '83 05', '⑧③⓪⑤', '８３０', 8305, ['8305'], null]) {
      const reply = await server.call('setPin', { token, body: { email: learner.email, pin } })
      expect([pin, reply.status]).toEqual([pin, 400])
    }
  })

  it('takes the digits of every script, and a pasted line', async () => {
    for (const pin of ['８３０５', '٨٣٠٥', '८३०५', '8305\n']) {
      const learner = await createUser(server.context)
      const token = await newToken(learner.id)
      const reply = await server.call('setPin', { token, body: { email: learner.email, pin } })
      expect([pin, reply.status, await canSignIn(learner, '8305')]).toEqual([pin, 200, true])
    }
  })
})

describe('set-pin with a session', () => {
  it('changes the PIN after a recent sign-in, keeps this session and ends the others', async () => {
    const learner = await createUser(server.context)
    const other = await server.signIn(learner.email, learner.pin)
    const token = await server.signIn(learner.email, learner.pin)
    expect((await setPin(token, learner.email)).status).toBe(200)
    expect((await server.call('me', { token })).status).toBe(200)
    expect((await server.call('me', { token: other })).status).toBe(401)
    expect(await canSignIn(learner, learner.pin)).toBe(false)
    expect(await canSignIn(learner, '8305')).toBe(true)
  })

  it('asks for the PIN again when the sign-in is older than ten minutes', async () => {
    const learner = await createUser(server.context)
    const token = await server.signIn(learner.email, learner.pin)
    const signedIn = async (ago: string) => ageSession(server.context.db, learner.id, ago)
    await signedIn('10 minutes 1 second')
    expect((await setPin(token, learner.email)).error).toMatchObject({ status: 403, name: 'reauthenticate' })
    await signedIn('9 minutes 50 seconds')
    expect((await setPin(token, learner.email)).status).toBe(200)
  })

  it("never sets another account's PIN", async () => {
    const learner = await createUser(server.context)
    const victim = await createUser(server.context)
    const token = await server.signIn(learner.email, learner.pin)
    expect((await setPin(token, victim.email)).error).toMatchObject({ status: 403, name: 'wrong_email' })
    expect(await canSignIn(victim, victim.pin)).toBe(true)
  })
})

describe('set-pin without proof', () => {
  it('returns 401 for every body', async () => {
    const learner = await createUser(server.context)
    const session = await server.signIn(learner.email, learner.pin)
    await server.call('logout', { token: session })
    expect((await setPin(undefined, learner.email)).error).toMatchObject({ status: 401, name: 'unauthorized' })
    expect((await server.call('setPin', { body: {} })).status).toBe(401)
    expect((await setPin(session, learner.email)).error).toMatchObject({ status: 401, name: 'unauthorized' })
    const token = await newToken(learner.id)
    const elsewhere = await server.call('setPin', {
      query: `token=${token}`,
      headers: { cookie: `token=${token}` },
      body: { email: learner.email, pin: '8305', token },
    })
    expect(elsewhere.status).toBe(401)
    expect(await canSignIn(learner, learner.pin)).toBe(true)
  })
})

const restore = (email: string) => server.call('restorePin', { body: { email } })

/** In milliseconds. */
const timeOf = async (email: string): Promise<number> => {
  const startedAt = performance.now()
  await restore(email)
  return performance.now() - startedAt
}

describe('restore-pin', () => {
  it('mails a single-use link that shows its account and sets the PIN', async () => {
    const learner = await createUser(server.context)
    expect((await restore(` ${learner.email.toUpperCase()}`)).body).toEqual({ data: { sent: true } })
    await runJobs(server.context)
    const [mail, ...more] = await mailsTo(server.context, learner.email)
    expect(more).toEqual([])
    const token = tokenIn(mail ?? { text: '' })
    expect(mail?.text).toContain(`${server.context.config.publicUrl}/restore-pass?token=${token}\n`)
    for (let look = 0; look < 3; look += 1) {
      const shown = await server.call('checkPinToken', { body: { token } })
      expect(shown.body).toEqual({ data: { email: learner.email } })
    }
    expect((await setPin(token, learner.email)).status).toBe(200)
    expect(await canSignIn(learner, '8305')).toBe(true)
    expect((await server.call('checkPinToken', { body: { token } })).error).toMatchObject({ name: 'invalid_token' })
  })

  it('answers with identical bytes for every address and sends no mail without an account', async () => {
    const learner = await createUser(server.context)
    const unset = await createUser(server.context, { pin: null })
    const gone = await createUser(server.context)
    await deactivateUser(server.context.db, gone.id)
    const answers = []
    for (const email of [
      learner.email,
      unset.email,
      gone.email,
      'nobody@kitewise.example',
      'no address',
      learner.email,
    ]) {
      const { status, text, headers } = await restore(email)
      const seen = [...headers].filter(([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name))
      answers.push(JSON.stringify({ status, text, seen }))
    }
    expect(new Set(answers).size).toBe(1)
    await runJobs(server.context)
    expect(await mailsTo(server.context, learner.email)).toHaveLength(1)
    expect(await mailsTo(server.context, unset.email)).toHaveLength(1)
    expect(await mailsTo(server.context, gone.email)).toEqual([])
    expect(await mailsTo(server.context, 'nobody@kitewise.example')).toEqual([])
  })

  it('takes the same time for an address without an account', async () => {
    const learner = await createUser(server.context)
    const rounds: { known: number; unknown: number }[] = []
    while (rounds.length < 60)
      rounds.push({ known: await timeOf(learner.email), unknown: await timeOf('nobody@kitewise.example') })
    const difference = middle(rounds.map(({ known, unknown }) => known - unknown))
    // On a busy machine, everything takes longer, and so does what differs by chance.
    const tolerance = Math.max(5, middle(rounds.map(({ unknown }) => unknown)) / 5)
    expect(Math.abs(difference)).toBeLessThan(tolerance)
  })

  it('stores no readable token, neither in the queue nor in the token table', async () => {
    const learner = await createUser(server.context)
    await restore(learner.email)
    await runJobs(server.context)
    const token = tokenIn((await mailsTo(server.context, learner.email))[0] ?? { text: '' })
    const { db } = server.context
    const stored = [
      await readTable(db, 'outgoing_mails'),
      await readTable(db, 'one_time_tokens'),
      await readTable(db, 'graphile_worker._private_jobs'),
    ].join('\n')
    expect(stored).toContain('set_pin_after_restore')
    expect(stored).not.toContain(token)
  })

  it('answers the same when the network has reached its mail limit, and sends nothing', async () => {
    const { limits } = server.context.config
    const strict = await startTestServer({ config: { limits: { ...limits, mailPerHour: 2 } } })
    const learners = await Promise.all([1, 2, 3].map(() => createUser(strict.context)))
    const answers = []
    for (const { email } of learners) {
      answers.push((await strict.call('restorePin', { body: { email } })).text)
      await runJobs(strict.context)
    }
    expect(new Set(answers).size).toBe(1)
    const mails = await Promise.all(learners.map(({ email }) => mailsTo(strict.context, email)))
    expect(mails.map(({ length }) => length)).toEqual([1, 1, 0])
    await strict.close()
  })
})
