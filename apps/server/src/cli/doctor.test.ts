import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { fails, startModelStandIn, type StandIn } from '../adapters/judge/test-support/model-stand-in.ts'
import { startMailServer } from '../adapters/mail/test-support/mail-server.ts'
import { defaultPlans } from '../adapters/payments/settings.ts'
import { nameBackup } from '../backups/backup-folder.ts'
import { notePepper } from '../platform/pin-pepper.sql.ts'
import { makePrice } from '../test-support/stripe/stripe-objects.ts'
import { startStripeServer, type StripeServer } from '../test-support/stripe/stripe-server.ts'
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts'
import { judgeClock } from './doctor/check-database.ts'
import { checkVersions, judgeBackups, judgeDisk } from './doctor/check-installation.ts'
import { judgeWebhooks, neededEvents } from './doctor/check-services.ts'
import { exitCodeOf, formatReport, headings, linkTo, type Section } from './doctor/report.ts'
import { writeSupportBundle } from './doctor/support-bundle.ts'
import { examine } from './doctor.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
let database: TestDatabase
let databaseUrl: string
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
  const { host, port, username } = inject('postgres')
  const name = 'database' in database.address ? database.address.database : ''
  databaseUrl = `postgres://${username}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
})
afterAll(() => database.drop())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kitewise-doctor-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

type Variables = Record<string, string>

const look = (variables: Variables, isOffline = true): Promise<Section[]> =>
  examine({ DATABASE_URL: databaseUrl, ...variables }, { folder: root, isOffline })

/** The IDs of what was found, in the order of the report; the web app may not have been built. */
const idsOf = (sections: readonly Section[]) =>
  sections.flatMap(({ findings }) => findings.map(({ id }) => id)).filter((id) => id !== 'web-app')

describe('doctor', { timeout: 60_000 }, () => {
  it('finds nothing in a healthy installation', async () => {
    const sections = await look({})
    expect(idsOf(sections)).toEqual([])
    expect(formatReport(sections)).toMatch(
      /^Settings: development\nVersions: Kitewise \d.*\n[\s\S]*\nDatabase: PostgreSQL \d+, external$/,
    )
  })

  it('lists every problem of the settings, and looks no further', async () => {
    const sections = await look({ PORT: 'x', MAILER: 'smtp', PROT: '1' })
    expect(idsOf(sections)).toEqual(['unknown-setting', 'settings', 'settings'])
    expect(sections.map(({ name }) => name)).toEqual(['Settings', 'Versions'])
    expect(exitCodeOf(sections)).toBe(2)
  })

  it('says that the database does not answer', async () => {
    expect(idsOf(await look({ DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }))).toEqual(['database'])
  })

  it('finds that the PINs were made with another PIN_PEPPER', async () => {
    const { db } = database
    await notePepper(db, 'the pepper of another server')
    expect(idsOf(await look({}))).toEqual(['pin-pepper'])
    await db`delete from pin_pepper_print`
    expect(idsOf(await look({}))).toEqual([])
  })

  it('finds staff whose passkeys all belong to another host name', async () => {
    const { db } = database
    const add = (email: string, hosts: string[]) => db`
      with staff as (insert into desk_staff (id, email, name, role)
        values (gen_random_uuid(), ${email}, 'Sam', 'support') returning id)
      insert into desk_passkeys (credential_id, staff_id, public_key, counter, transports, label, rp_id)
      select ${email} || number, id, '', 0, '{}', 'Key', nullif(host, '')
      from staff, unnest(${hosts}::text[]) with ordinality as passkey (host, number)`
    await add('moved@kitewise.example', ['learn.example', 'desk.example'])
    await add('both@kitewise.example', ['learn.example', 'other.example'])
    await add('unknown@kitewise.example', [''])
    const findings = (await look({ PUBLIC_URL: 'https://other.example' })).flatMap((section) => section.findings)
    expect(findings.filter(({ id }) => id === 'public-url').map((finding) => finding.problem)).toEqual([
      "The passkeys of 1 members of staff belong to desk.example, learn.example and don't work at other.example.",
    ])
    expect(idsOf(await look({ PUBLIC_URL: 'https://learn.example' }))).toEqual([])
    await db`delete from desk_staff`
  })

  it('finds learners whose passkeys all belong to another host name', async () => {
    const { db } = database
    const add = (email: string, hosts: string[]) => db`
      with learner as (insert into users (id, email, username, lang)
        values (gen_random_uuid(), ${email}, 'Ann', 'en') returning id)
      insert into passkeys (user_id, id, credential_id, public_key, counter, transports, rp_id, name)
      select learner.id, gen_random_uuid(), ${email} || number, '', 0, '{}', host, 'Phone'
      from learner, unnest(${hosts}::text[]) with ordinality as passkey (host, number)`
    await add('moved@kitewise.example', ['learn.example'])
    await add('both@kitewise.example', ['learn.example', 'other.example'])
    const findings = (await look({ PUBLIC_URL: 'https://other.example' })).flatMap((section) => section.findings)
    expect(findings.filter(({ id }) => id === 'public-url').map((finding) => finding.problem)).toEqual([
      "The passkeys of 1 learners belong to learn.example and don't work at other.example.",
    ])
    expect(idsOf(await look({ PUBLIC_URL: 'https://learn.example' }))).not.toContain('public-url')
    await db`delete from users`
  })

  it('finds waiting emails, failed jobs, changed, newer and missing migrations', async () => {
    const { db } = database
    await db`insert into outgoing_mails (id, to_address, language, template, template_values, created_at)
      values (gen_random_uuid(), 'a@b.example', 'en', 'welcome', '{}', now() - interval '2 hours')`
    await db`select graphile_worker.add_job('purge-expired', max_attempts => 1)`
    await db`update graphile_worker._private_jobs set attempts = 1`
    await db`insert into schema_migrations (name, sha256) values ('9999_future.sql', 'x')`
    const [last] = await db<{ name: string; sha256: string }[]>`
      delete from schema_migrations where name = (select max(name) from schema_migrations where name < '9')
      returning name, sha256`
    await db`update schema_migrations set sha256 = 'changed' where name like '0001%'`
    const sections = await look({})
    expect(idsOf(sections)).toEqual(['migrations', 'migrations', 'migrations', 'mail-waiting', 'jobs'])
    expect(formatReport(sections)).toContain(`1 migrations are not applied yet, from ${last?.name} on.`)
    expect(formatReport(sections)).not.toContain('a@b.example')
    await database.drop()
    database = await createTestDatabase()
    const name = 'database' in database.address ? database.address.database : ''
    databaseUrl = databaseUrl.replace(/\/[^/?]+\?/, `/${name}?`)
  })

  it('finds an empty folder of backups', async () => {
    const variables = { BACKUP_DIR: folder, BACKUP_KEY: randomBytes(32).toString('base64') }
    expect(idsOf(await look(variables))).toEqual(['no-backup'])
    writeFileSync(join(folder, nameBackup(new Date())), 'x')
    expect(idsOf(await look(variables))).toEqual([])
  })
})

const ids = (findings: readonly { id: string; level: string }[]) => findings.map(({ id, level }) => `${level} ${id}`)

const sectionWith = (level: 'error' | 'warning'): Section => ({
  name: '',
  facts: [],
  findings: [{ id: 'disk', level, problem: '', remedy: '' }],
})

const unixNow = () => Math.floor(Date.now() / 1000)

describe('judging', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  const backup = (hours: number, bytes: number) => ({
    file: '',
    at: new Date(now.getTime() - hours * 3_600_000),
    bytes,
  })

  it('backups: by the age of the newest and by its size', () => {
    expect(judgeBackups([backup(35, 100), backup(60, 150)], now)).toEqual([])
    expect(ids(judgeBackups([backup(36, 100)], now))).toEqual(['error backup-old'])
    expect(ids(judgeBackups([backup(1, 49), backup(25, 100)], now))).toEqual(['error backup-small'])
    expect(ids(judgeBackups([backup(1, 49), backup(25, 60), backup(50, 100)], now))).toEqual(['error backup-small'])
  })

  it('clocks, disks and versions of Node', () => {
    expect(judgeClock('x', -2_000)).toEqual([])
    expect(ids(judgeClock('x', 2_001))).toEqual(['warning clock'])
    expect(ids(judgeClock('x', -60_000))).toEqual(['error clock'])
    expect(judgeClock('x', -61_000)[0]?.problem).toBe("The clock of x is 61 s behind this machine's.")
    expect(judgeDisk('DATA_DIR', 1e9)).toEqual([])
    expect(ids(judgeDisk('DATA_DIR', 9e8))).toEqual(['warning disk'])
    expect(ids(judgeDisk('DATA_DIR', 1e8))).toEqual(['error disk'])
    expect(checkVersions('20.19.0').findings).toEqual([])
    expect(checkVersions('24.1.0').findings).toEqual([])
    expect(ids(checkVersions('20.18.9').findings)).toEqual(['error node'])
  })

  it('webhook endpoints: by address, state and events', () => {
    const url = 'https://learn.example/api/payments/webhook'
    const events = [...neededEvents]
    expect(judgeWebhooks(url, [{ url, isEnabled: true, events }])).toEqual([])
    expect(judgeWebhooks(url, [{ url, isEnabled: true, events: ['*'] }])).toEqual([])
    expect(judgeWebhooks(url, [{ url: 'https://old.example', isEnabled: true, events }])[0]?.problem).toContain(
      'no webhook',
    )
    expect(judgeWebhooks(url, [{ url, isEnabled: false, events }])[0]?.problem).toContain('is disabled')
    expect(judgeWebhooks(url, [{ url, isEnabled: true, events: events.slice(1) }])[0]?.problem).toContain(
      `lacks ${events[0]}`,
    )
  })

  it('exit codes: 0 nothing, 1 warnings, 2 errors', () => {
    expect(exitCodeOf([])).toBe(0)
    expect(exitCodeOf([sectionWith('warning')])).toBe(1)
    expect(exitCodeOf([sectionWith('warning'), sectionWith('error')])).toBe(2)
  })
})

describe('services', { timeout: 60_000 }, () => {
  let stripe: StripeServer
  let model: StandIn
  beforeAll(async () => {
    stripe = await startStripeServer({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1', now: unixNow })
    for (const { productId, amount, interval, intervalCount } of defaultPlans) {
      const id = `price_${productId.replaceAll('-', '')}`
      stripe.books.prices.set(id, makePrice(id, amount, interval, intervalCount))
    }
    stripe.books.prices.set('price_seat', makePrice('price_seat', 1900, 'month', 1))
    stripe.books.prices.set('price_seats', makePrice('price_seats', 19_000, 'year', 1))
    model = await startModelStandIn()
  })
  afterAll(async () => {
    await stripe.close()
    await model.close()
  })

  const services = (): Variables => ({
    PUBLIC_URL: 'https://learn.example',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_API_URL: stripe.url,
    STRIPE_PRICES: 'week=price_week,four-weeks=price_fourweeks,month=price_month,twelve-weeks=price_twelveweeks',
    STRIPE_SEAT_PRICES: 'month=price_seat,year=price_seats',
  })

  it('of Stripe: prices, and the webhook endpoint', async () => {
    expect(idsOf(await look(services(), false))).toEqual(['webhook'])
    const url = 'https://learn.example/api/payments/webhook'
    stripe.books.webhooks.push({ url, status: 'enabled', enabled_events: [...neededEvents] })
    expect(idsOf(await look(services(), false))).toEqual([])
    stripe.books.prices.set('price_month', makePrice('price_month', 1, 'month', 1))
    stripe.books.prices.delete('price_week')
    const sections = await look(services(), false)
    expect(idsOf(sections)).toEqual(['prices', 'prices'])
    expect(formatReport(sections)).toContain(
      'The plan month is 2999 usd every 1 month, but Stripe charges 1 usd every 1 month.',
    )
  })

  const taxFindings = async (variables: Variables) =>
    (await look({ ...services(), ...variables }, false))
      .flatMap((section) => section.findings)
      .flatMap(({ id, problem: text }) => (id === 'tax' ? [text] : []))

  it('of Stripe: tax, if it is on', async () => {
    const { tax, prices } = stripe.books
    const on = { STRIPE_AUTOMATIC_TAX: 'yes' }
    expect(await taxFindings(on)).toEqual([])
    prices.set('price_fourweeks', { ...makePrice('price_fourweeks', 2499, 'week', 4), tax_behavior: 'unspecified' })
    expect(await taxFindings(on)).toEqual([
      "The price price_fourweeks of the plan four-weeks doesn't include tax, so learners pay more than the screen says.",
    ])
    tax.defaults.tax_behavior = 'inclusive'
    expect(await taxFindings(on)).toEqual([])
    tax.status = 'pending'
    tax.registrations.length = 0
    expect(await taxFindings(on)).toEqual([
      "STRIPE_AUTOMATIC_TAX is on, but Stripe Tax isn't set up.",
      'Stripe Tax has no active registration, so it collects no tax.',
    ])
    expect(await taxFindings({})).toEqual([])
  })

  const seatFindings = async (listed: string) =>
    (await look({ ...services(), STRIPE_SEAT_PRICES: listed }, false))
      .flatMap((section) => section.findings)
      .flatMap(({ id, problem: text, remedy }) => (id === 'seats' ? [`${text} ${remedy.slice(0, 6)}`] : []))

  it('of Stripe: the prices of seats', async () => {
    const { prices } = stripe.books
    prices.set('price_gone', { ...makePrice('price_gone', 1900, 'month', 1), active: false })
    prices.set('price_euro', { ...makePrice('price_euro', 1900, 'year', 1), currency: 'eur' })
    expect(await seatFindings('month=price_seat,year=price_seats')).toEqual([])
    expect(await seatFindings('')).toEqual(["STRIPE_SEAT_PRICES isn't set, so organizations can't buy seats. Create"])
    expect(await seatFindings('month=price_unknown,year=price_seat')).toEqual([
      "The price price_unknown of a seat by the month doesn't exist at Stripe. Correc",
      'The price price_seat of a seat by the year is charged every 1 month. Correc',
    ])
    expect(await seatFindings('month=price_gone,year=price_euro')).toEqual([
      'The price price_gone of a seat by the month is archived. Correc',
      'The price price_euro of a seat by the year is in eur, the plans are in usd. Correc',
    ])
  })

  it('of Stripe: a refused key', async () => {
    expect(idsOf(await look({ ...services(), STRIPE_SECRET_KEY: 'sk_test_2' }, false))).toEqual(['payments'])
  })

  it('of mail: a server that works, and none', async () => {
    const mail = await startMailServer()
    expect(idsOf(await look({ MAILER: 'smtp', SMTP_URL: mail.url }, false))).toEqual([])
    await mail.close()
    expect(idsOf(await look({ MAILER: 'smtp', SMTP_URL: mail.url }, false))).toEqual(['mail'])
    expect(mail.received).toEqual([])
  })

  it('of the model: a refused key', async () => {
    model.behave(fails(401))
    const sections = await look({ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'key-of-the-model' }, false)
    expect(idsOf(sections)).toEqual(['model'])
    expect(exitCodeOf(sections)).toBe(2)
  })
})

describe('the support bundle', { timeout: 60_000 }, () => {
  it('contains no secret, wherever one was planted', async () => {
    const secrets: Variables = {
      SESSION_SECRET: `session${randomBytes(20).toString('base64')}`,
      PIN_PEPPER: `pepper${randomBytes(20).toString('base64')}`,
      BACKUP_KEY: randomBytes(32).toString('base64'),
      STRIPE_SECRET_KEY: `sk_test_${randomBytes(10).toString('hex')}`,
      STRIPE_WEBHOOK_SECRET: 'whsec_current1234,whsec_former5678',
      OPENAI_API_KEY: `key-${randomBytes(10).toString('hex')}`,
      SOMETHING_ELSE_TOKEN: 'unknown-to-us-42',
    }
    const variables: Variables = {
      ...secrets,
      DATABASE_URL: 'postgres://dbuser77:p%40ss-word99@127.0.0.1:1/x?sslpassword=hidden-4711',
      SMTP_URL: 'smtps://mailuser55:mail%2Fpass66@mail.example:465',
      BACKUP_DIR: folder,
      MAILER: 'smtp',
      NODE_ENV: 'production',
    }
    const file = join(folder, 'bundle.json')
    const sections = await examine(variables, { folder: root, isOffline: true })
    const leak = Object.values(variables).join(' ')
    sections.push({
      name: 'Planted',
      facts: [leak],
      findings: [{ id: 'mail', level: 'error', problem: `535 ${leak}`, remedy: 'p@ss-word99 mail/pass66' }],
    })
    await writeSupportBundle(file, sections, variables)
    const text = readFileSync(file, 'utf8')
    const planted = [
      ...Object.values(secrets).flatMap((value) => [value, ...value.split(',')]),
      'dbuser77',
      'p%40ss-word99',
      'p@ss-word99',
      'hidden-4711',
      'mailuser55',
      'mail%2Fpass66',
      'mail/pass66',
    ]
    for (const secret of planted) expect(text).not.toContain(secret)
    expect(JSON.parse(text)).toMatchObject({
      settings: {
        NODE_ENV: 'production',
        SMTP_URL: 'smtps://…@mail.example:465',
        SESSION_SECRET: `set, ${secrets.SESSION_SECRET?.length} characters`,
      },
    })
  })
})

describe('docs/troubleshooting.md', () => {
  it('has a heading for each finding, and for nothing else', () => {
    const text = readFileSync(join(root, 'docs/troubleshooting.md'), 'utf8')
    const found = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    expect(found).toEqual(Object.values(headings))
    expect(linkTo('public-url')).toBe('docs/troubleshooting.md#public_url-and-passkeys')
  })
})
