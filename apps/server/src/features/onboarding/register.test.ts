import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { createUser } from '../../test-support/factories.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { listQueuedMails } from '../../test-support/rows/mails.ts'
import { forgeConsents, forgeConsentTexts, listConsentsOfAddress } from '../../test-support/rows/onboarding.ts'
import { actAsVisitor, beginQuiz, onboardingCatalog } from '../../test-support/visitor.ts'
import { consentText, hashConsentText, readAsShown } from './consent-texts.ts'
import { findRegistration } from './register.ts'
import { addRegistrationDecision, keepConsentText } from './consents.sql.ts'

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

const consentsOf = (email: string) => listConsentsOfAddress(server.context.db, email)
const givenOf = async (email: string) =>
  (await consentsOf(email)).map(({ purpose, isGiven }) => `${purpose} ${isGiven ? 'yes' : 'no'}`)
const mailsTo = async (email: string) =>
  (await listQueuedMails(server.context.db, email)).map(({ template, language }) => ({ template, language }))

describe('registering', () => {
  it('stores the address in lower case and returns a token that names the registration', async () => {
    const visitor = await beginQuiz(server)
    const reply = await visitor.register(' Ann.Lee@Example.COM ', { marketingConsent: true })
    expect(reply.status).toBe(200)
    expect(reply.body.data.email).toBe('ann.lee@example.com')
    expect(reply.headers.get('cache-control')).toBe('no-store')
    const { registrationToken } = reply.body.data
    const registration = await findRegistration(server.context.db, registrationToken)
    expect(registration).toMatchObject({ email: 'ann.lee@example.com', language: 'en', marketingConsent: true })
    expect(await findRegistration(server.context.db, registrationToken)).toEqual(registration)
    expect(await findRegistration(server.context.db, 'made-up')).toBeNull()
  })

  it("stores the visitor's language", async () => {
    const visitor = await beginQuiz(server)
    const { status, body } = await server.call('register', {
      headers: { 'accept-language': 'tr' },
      body: {
        onboardingId: visitor.onboardingId,
        email: 'tr@example.com',
        termsAccepted: true,
        marketingConsent: false,
      },
    })
    expect(status).toBe(200)
    expect((await findRegistration(server.context.db, body.data.registrationToken))?.language).toBe('tr')
  })

  it('is rejected without terms and age, before any other check', async () => {
    const visitor = await beginQuiz(server)
    const reply = await visitor.register('no-terms@example.com', { termsAccepted: false })
    expect(reply.error).toEqual({
      status: 422,
      name: 'terms_required',
      message: 'Please agree to the terms and confirm that you are 16 or older.',
    })
    expect(await consentsOf('no-terms@example.com')).toEqual([])
    expect((await actAsVisitor(server).register('x', { termsAccepted: false })).status).toBe(422)
  })

  it.each([
    ['an invalid address', { email: 'ann' }, 'body.email'],
    ['a line break in the address', { email: 'ann@example.com\r\nBcc: eve@example.com' }, 'body.email'],
    ['two addresses', { email: 'ann@example.com,eve@example.com' }, 'body.email'],
    ['terms that are not a boolean', { termsAccepted: 'true' }, 'body.termsAccepted'],
    ['a missing marketing answer', { marketingConsent: undefined }, 'body.marketingConsent'],
    ['an invalid onboarding id', { onboardingId: 'me' }, 'body.onboardingId'],
  ])('rejects %s', async (_, changes, field) => {
    const visitor = await beginQuiz(server)
    const reply = await visitor.register('ann@example.com', changes)
    expect([reply.status, reply.error?.name]).toEqual([400, 'invalid_request'])
    expect(reply.error?.details).toMatchObject([{ field }])
  })

  it('needs an onboarding', async () => {
    const reply = await actAsVisitor(server).register('nobody@example.com')
    expect([reply.status, reply.error?.name]).toEqual([404, 'onboarding_not_found'])
    expect(await consentsOf('nobody@example.com')).toEqual([])
  })
})

describe('consents', () => {
  it('are three rows with the hash of the displayed text', async () => {
    const visitor = await beginQuiz(server)
    await visitor.register('consents@example.com')
    const rows = await consentsOf('consents@example.com')
    expect(rows).toMatchObject([
      { purpose: 'terms', isGiven: true, language: 'en', isNow: true },
      { purpose: 'age', isGiven: true, language: 'en', isNow: true },
      { purpose: 'marketing', isGiven: false, language: 'en', isNow: true },
    ])
    const file = join(import.meta.dirname, '../../../../../packages/texts/consent/en.json')
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<'termsAndAge' | 'marketing', string>
    const shown = texts.termsAndAge.replaceAll(/<[^>]+>/g, '')
    const sentences = rows.map(({ body }) => body.split('\n')[0])
    expect(sentences).toEqual([shown, shown, texts.marketing.replace('{brand}', 'Kitewise')])
    expect(shown).toContain('I am 16 or older')
    for (const { hash, body } of rows) expect(hash).toBe(createHash('sha256').update(body).digest('hex'))
  })

  it('name the version, date and hash of every linked document', async () => {
    const visitor = await beginQuiz(server)
    await visitor.register('documents@example.com')
    const [terms] = await consentsOf('documents@example.com')
    const folder = join(import.meta.dirname, '../../../../../packages/texts/legal/en')
    const line = (name: string, version: number, date: string) => {
      const hash = createHash('sha256').update(readFileSync(join(folder, `${name}.md`)))
      return `${name} (en), version ${version} of ${date}, sha256 ${hash.digest('hex')}`
    }
    expect(terms?.body.split('\n').slice(1)).toEqual([
      line('privacy', 6, '2026-11-28'),
      line('subscription-terms', 1, '2025-06-02'),
      line('terms', 1, '2025-04-02'),
    ])
    expect(consentText('marketing', 'en', 'Kitewise').body).not.toContain('sha256')
  })

  it('are stored once when the form is repeated, and again for each changed decision', async () => {
    const visitor = await beginQuiz(server)
    const email = 'mind@example.com'
    await visitor.register(email)
    await visitor.register(email)
    expect(await givenOf(email)).toEqual(['terms yes', 'age yes', 'marketing no'])
    await visitor.register(email, { marketingConsent: true })
    await visitor.register(email)
    expect((await givenOf(email)).slice(3)).toEqual(['marketing yes', 'marketing no'])
  })

  it('are stored once for concurrent requests on two instances, and every token works', async () => {
    const visitor = await beginQuiz(server)
    const elsewhere = actAsVisitor(other, visitor.onboardingId)
    const email = 'twice@example.com'
    const replies = await Promise.all(
      [visitor, elsewhere, visitor, elsewhere, visitor, elsewhere].map((one) => one.register(email)),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await givenOf(email)).toEqual(['terms yes', 'age yes', 'marketing no'])
    const found = await Promise.all(
      replies.map(({ body }) => findRegistration(server.context.db, body.data.registrationToken)),
    )
    expect(new Set(found.map((registration) => registration?.registrationId)).size).toBe(1)
  })

  it('get another hash when the text changes, and the new text needs a new decision', async () => {
    const visitor = await beginQuiz(server)
    const { body } = await visitor.register('newtext@example.com')
    const before = consentText('marketing', 'en', 'Kitewise')
    const changed = `${before.body} Twice a month at most.`
    const text = { ...before, body: changed, sha256: hashConsentText(changed) }
    expect(text.sha256.equals(before.sha256)).toBe(false)
    expect(consentText('marketing', 'en', 'Otherwise').sha256.equals(before.sha256)).toBe(false)
    const registration = await findRegistration(server.context.db, body.data.registrationToken)
    await inTransaction(server.context.db, async (tx) => {
      await keepConsentText(tx, text)
      await addRegistrationDecision(tx, registration?.registrationId ?? '', {
        purpose: 'marketing',
        isGiven: false,
        text,
      })
    })
    const rows = await consentsOf('newtext@example.com')
    expect(rows.map((row) => row.body).slice(2)).toEqual([before.body, changed])
  })

  it('are never changed, and neither are the texts', async () => {
    await (await beginQuiz(server)).register('fixed@example.com')
    const { db } = server.context
    await expect(forgeConsents(db, true)).rejects.toThrow('rows of consents are added, never changed')
    await expect(forgeConsentTexts(db)).rejects.toThrow(/never changed/)
  })

  it("are stored as plain text with the brand's name", () => {
    expect(readAsShown('{brand}: <terms>Terms</terms> of {brand}', 'Kite & Co')).toBe('Kite & Co: Terms of Kite & Co')
    const [english, japanese] = ['en', 'ja'].map((language) => consentText('marketing', language, 'Kitewise'))
    expect([japanese?.language, japanese?.body === english?.body]).toEqual(['ja', false])
    expect(consentText('marketing', 'xx', 'Kitewise')).toEqual(english)
  })
})

describe('address with an account', () => {
  it('gets a byte-identical answer, except for the address and the token', async () => {
    const { email } = await createUser(server.context, { email: 'known-one@example.com' })
    const known = await (await beginQuiz(server)).register(email)
    const unknown = await (await beginQuiz(server)).register('other-one@example.com')
    const shape = ({ status, text, headers, body }: typeof known) => ({
      status,
      text: text.replace(body.data.registrationToken, 'TOKEN').replace(body.data.email, 'EMAIL'),
      headers: [...headers.entries()]
        .filter(([name]) => !['date', 'x-request-id'].includes(name))
        .map(
          ([name, value]) => `${name}: ${name === 'content-length' ? Number(value) - body.data.email.length : value}`,
        ),
    })
    expect(shape(known)).toEqual(shape(unknown))
    expect(known.body.data.registrationToken).toHaveLength(unknown.body.data.registrationToken.length)
  })

  it("is notified by mail, once, in the account's language, and other addresses get no mail", async () => {
    const { email } = await createUser(server.context, { lang: 'ua' })
    const visitor = await beginQuiz(server)
    await visitor.register(email)
    await visitor.register(email)
    await visitor.register('stranger@example.com')
    expect(await mailsTo(email)).toEqual([])
    await runJobs(server.context)
    expect(await mailsTo(email)).toEqual([{ template: 'sign_in_hint', language: 'ua' }])
    expect(await mailsTo('stranger@example.com')).toEqual([])
  })
})
