import { randomUUID } from 'node:crypto'
import {
  answerTemplates,
  type DeskEndpoint,
  type DeskEndpointName,
  deskEndpoints,
  learningTables,
  mayDo,
  roles,
} from '@kitewise/contract/desk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { actAsLearner } from '../test-support/act-as-learner.ts'
import { actAsStaff, openDesk } from '../test-support/act-as-staff.ts'
import { failWrites, readTable } from '../test-support/rows/tables.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const table = Object.entries(deskEndpoints) as unknown as [DeskEndpointName, DeskEndpoint][]
const guarded = table.filter(([, { permission }]) => permission !== 'public')

/** Valid enough to pass the router; permission comes before the shape. */
const inputOf = ({ path, method }: DeskEndpoint) => ({
  params: Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => [key, randomUUID()])),
  ...(method === 'GET' ? {} : { body: {} }),
})

/**
 * Who may call what, written down a second time: a permission that is changed by mistake, at an endpoint or in the table of
 * roles, fails here. `public` ones need no session, `any` ones are open to all staff.
 */
const allowed: Record<string, DeskEndpointName[]> = {
  public: [
    'deskSignInOptions',
    'deskSignIn',
    'deskSignInWithCode',
    'deskSignInWays',
    'deskOidcSignIn',
    'deskOidcReturn',
    'deskEnrolmentOptions',
    'deskEnrol',
  ],
  any: [
    'deskMe',
    'deskSignOut',
    'deskStepUpOptions',
    'deskStepUp',
    'deskOidcStepUp',
    'linkIdentity',
    'unlinkIdentity',
    'addPasskeyOptions',
    'addPasskey',
    'removePasskey',
    'renewRecoveryCodes',
  ],
  'support content owner': [
    'learningOverview',
    'learningWeakest',
    'learningFunnel',
    'learningLessons',
    'learningPractices',
    'learningAnswers',
    'exportLearning',
  ],
  'support finance owner': [
    'findPeople',
    'viewPerson',
    'listPersonsPayments',
    'refundPayment',
    'listPlansToChange',
    'changePersonsPlan',
    'decideDisputeAccess',
    'listInbox',
    'readInboxItem',
    'changeInboxItem',
    'refundWithdrawal',
    'addInboxNote',
    'answerInboxItem',
    'readInboxSettings',
    'saveInboxSettings',
  ],
  'support owner': [
    'sendPinLink',
    'resendPersonsMail',
    'endPersonsSessions',
    'grantAccess',
    'cancelPersonsPlan',
    'resumePersonsPlan',
    'correctCertificateName',
    'blockPerson',
    'unblockPerson',
    'exportPerson',
    'enterSupportCode',
    'readSupportView',
    'listJobs',
    'retryJob',
    'dropJob',
    'listMails',
    'resendMail',
    'enableAddress',
    'listProviderEvents',
    'replayProviderEvent',
  ],
  'content owner': [
    'contentOverview',
    'contentLessons',
    'exportContent',
    'contentFindings',
    'exportFindings',
    'contentDrafts',
    'contentDraft',
    'modelOverview',
    'modelDays',
    'exportModel',
  ],
  'finance owner': [
    'createCoupon',
    'listCoupons',
    'deactivateCoupon',
    'createGifts',
    'listGifts',
    'exportGifts',
    'voidGifts',
    'moneyOverview',
    'moneyRevenue',
    'moneyTaxes',
    'moneyTrials',
    'moneyChurn',
    'moneyFailed',
    'moneyDisputes',
    'moneyOrganizations',
    'listOrganizationInvoices',
    'exportMoney',
  ],
  owner: [
    'erasePerson',
    'switchModel',
    'listStaff',
    'inviteStaff',
    'changeStaffRole',
    'removeStaff',
    'renewEnrolment',
    'listAudit',
    'verifyAudit',
    'exportAudit',
  ],
}
const rolesOf = (name: DeskEndpointName): string =>
  Object.entries(allowed).find(([, names]) => names.includes(name))?.[0] ?? 'nobody'

const asksWhy = ({ body }: DeskEndpoint): boolean =>
  body?.safeParse({}).error?.issues.some(({ path: [field] }) => field === 'reason') ?? false

describe('every desk endpoint', () => {
  it('is refused without a session, and to a learner', async () => {
    const learner = await actAsLearner(server)
    const nobody = openDesk(server)
    for (const [name, endpoint] of guarded) {
      expect([name, (await nobody.call(name, inputOf(endpoint))).status]).toEqual([name, 401])
      const asLearner = await nobody.call(name, { ...inputOf(endpoint), token: learner.token })
      expect([name, asLearner.status]).toEqual([name, 401])
      const asCookie = await openDesk(server, learner.token).call(name, inputOf(endpoint))
      expect([name, asCookie.status]).toEqual([name, 401])
    }
  })

  it('is open to the roles that are written down here, and to no other', async () => {
    const open = table.map(([name, { permission }]): [string, string] => [
      name,
      permission === 'public'
        ? 'public'
        : permission === 'signed-in'
          ? 'any'
          : roles.filter((role) => mayDo(role, permission)).join(' '),
    ])
    expect(open).toEqual(table.map(([name]) => [name, rolesOf(name)]))
    expect(Object.values(allowed).flat()).toHaveLength(table.length)
  })

  it('is refused to every other role by the server, and only to those', async () => {
    for (const role of roles) {
      const staff = await actAsStaff(server, role)
      for (const [name, endpoint] of guarded) {
        const wanted = rolesOf(name)
        // Would end or change the session that the others need.
        if (wanted === 'any') continue
        const reply = await staff.call(name, inputOf(endpoint))
        const isRefused = reply.status === 403 && reply.error?.name === 'not_permitted'
        expect([role, name, isRefused]).toEqual([role, name, !wanted.split(' ').includes(role)])
      }
    }
  })

  it('with a step-up is refused to a session that has none', async () => {
    const owner = await actAsStaff(server, 'owner', { steppedUp: false })
    for (const [name, endpoint] of guarded.filter(([, { stepUp }]) => stepUp))
      expect([name, (await owner.call(name, inputOf(endpoint))).error?.name]).toEqual([name, 'step_up_required'])
  })

  it('that sends a file, gives access or blocks somebody needs a step-up', () => {
    const isFile = ({ answer }: (typeof guarded)[number][1]) => answer.def.type === 'never'
    const files = guarded.filter(([, endpoint]) => isFile(endpoint))
    expect(files.length).toBeGreaterThan(5)
    const acts = guarded.filter(([name]) => ['grantAccess', 'blockPerson', 'unblockPerson'].includes(name))
    expect([...files, ...acts].filter(([, { stepUp }]) => !stepUp).map(([name]) => name)).toEqual([])
  })

  it('that acts on a person asks for a reason, is logged, and has its person in the address', () => {
    const acting = guarded.filter(
      ([, { method, permission }]) => method !== 'GET' && /people|staff\.manage/.test(permission),
    )
    const namesOf = (found: typeof table) => found.map(([name]) => name)
    expect(namesOf(acting.filter(([, endpoint]) => !asksWhy(endpoint)))).toEqual([])
    expect(namesOf(table.filter(([, { path, audited }]) => path.includes('{userId}') && !audited))).toEqual([])
    expect(namesOf(table.filter(([, { path }]) => !path.startsWith('/api/desk/')))).toEqual([])
  })

  it('that shows whose something is, is logged', () => {
    const unlogged = table.filter(([, { audited }]) => !audited).map(([name, { answer }]) => ({ name, answer }))
    const naming = unlogged.filter(({ answer }) => JSON.stringify(z.toJSONSchema(answer)).includes('"userId"'))
    expect(naming.map(({ name }) => name)).toEqual([])
  })
})

/** Fits every endpoint's body. */
const anyBody = (): Record<string, unknown> => ({
  reason: 'asked by phone',
  productId: 'month',
  passkey: {},
  label: 'A key',
  id: 'a-key',
  attempt: randomUUID(),
  count: 1,
  days: 30,
  lastDay: '2027-01-31',
  note: 'contest',
  percentOff: 10,
  amountOff: null,
  currency: null,
  duration: 'once',
  months: null,
  maxRedemptions: null,
  productIds: null,
  entryId: randomUUID(),
  template: answerTemplates[0],
  text: 'Hello',
  state: 'waiting',
  until: '2027-01-31',
  when: 'now',
  name: 'Sam',
  email: 'sam@staff.example',
  amount: 1,
  access: 'now',
  code: 'aaaa-aaaa',
  isOff: true,
  role: 'support',
})

const tablesOf = { exportLearning: learningTables[0], exportMoney: 'taxes' }

const logged = guarded.filter(([, { audited }]) => audited)

const validInputOf = (name: DeskEndpointName, endpoint: DeskEndpoint, userId: string) => ({
  params: {
    ...inputOf(endpoint).params,
    userId,
    jobId: '1',
    couponId: 'promo_none',
    table: tablesOf[name as keyof typeof tablesOf] ?? '',
  },
  query: name === 'findPeople' ? 'search=kitewise' : '',
  ...(endpoint.body ? { body: anyBody() } : {}),
})

describe('every action that is logged', () => {
  it('happens only when its row could be written before it', async () => {
    const target = await actAsLearner(server)
    const owner = await actAsStaff(server, 'owner')
    const { db } = server.database
    await db.unsafe('alter table desk_audit add constraint full_disk check (false) not valid')
    const before = await readEverything()
    for (const [name, endpoint] of logged) {
      const reply = await owner.call(name, validInputOf(name, endpoint, target.id))
      expect([name, reply.status, reply.text.includes('@')]).toEqual([name, 500, false])
    }
    expect(await readEverything()).toEqual(before)
    await db.unsafe('alter table desk_audit drop constraint full_disk')
    expect((await owner.call('viewPerson', { params: { userId: target.id } })).status).toBe(200)
  })
})

/** Whether the log names the object by an ID: that of the path, or of the member of staff. */
const hasId = ({ object }: DeskEndpoint): boolean =>
  object !== null && object.kind !== 'person' && (object.self === true || object.param !== undefined)

describe('every act of staff', () => {
  it('says in its entry what it is about: something of the path, what it creates, or a whole list', () => {
    const wrong = logged.filter(([, { object, params, tells }]) => {
      if (!object) return true
      if (object.param !== undefined) return !Object.keys(params.shape).includes(object.param)
      return !object.self && !['list', 'model'].includes(object.kind) && !tells.includes('id')
    })
    expect(wrong.map(([name]) => name)).toEqual([])
  })

  it('is one line of the log, with its object and its result, also when it is refused', async () => {
    const [reader, support] = [await actAsStaff(server, 'owner'), await actAsStaff(server, 'support')]
    const target = await actAsLearner(server)
    const rowOf = async (name: string, { id }: { id: string }) =>
      (await reader.call('listAudit', { query: `action=${name}&staffId=${id}` })).body.data.rows
    for (const [name, endpoint] of logged) {
      const staff = await actAsStaff(server, 'owner')
      const reply = await staff.call(name, validInputOf(name, endpoint, target.id))
      const outcome = reply.status === 200 ? 'succeeded' : reply.error?.name
      const rows = await rowOf(name, staff)
      expect([name, rows]).toMatchObject([name, [{ outcome, objectKind: endpoint.object?.kind }]])
      expect([name, rows[0]?.object !== null]).toEqual([
        name,
        hasId(endpoint) || (reply.status === 200 && endpoint.tells.includes('id')),
      ])
      expect([name, rows[0]?.person !== null]).toEqual([name, endpoint.path.includes('{userId}')])
      if (rolesOf(name) === 'any' || rolesOf(name).includes('support')) continue
      await support.call(name, validInputOf(name, endpoint, target.id))
      const kind = endpoint.object?.kind
      expect([name, await rowOf(name, support)]).toMatchObject([name, [{ outcome: 'not_permitted', objectKind: kind }]])
    }
  })

  it('says before and after, who among the staff was concerned, and until when', async () => {
    const owner = await actAsStaff(server, 'owner')
    const target = await actAsLearner(server)
    const reason = 'asked by phone'
    const rowOf = async (name: DeskEndpointName) =>
      (await owner.call('listAudit', { query: `action=${name}&staffId=${owner.id}` })).body.data.rows[0]
    const invited = await owner.call('inviteStaff', {
      body: { ...anyBody(), name: 'Rosa', email: 'rosa@staff.example' },
    })
    expect(invited.status).toBe(200)
    const row = await rowOf('inviteStaff')
    expect(row).toMatchObject({ becomes: 'support', object: expect.stringMatching(/^Rosa [-0-9a-f]{36}$/) })
    const staffId = row?.object?.split(' ')[1] ?? ''
    await owner.call('changeStaffRole', { params: { staffId }, body: { role: 'finance', reason } })
    expect(await rowOf('changeStaffRole')).toMatchObject({ was: 'support', becomes: 'finance', object: row?.object })
    await owner.call('removeStaff', { params: { staffId }, body: { reason } })
    expect(await rowOf('removeStaff')).toMatchObject({ was: 'finance', object: row?.object, outcome: 'succeeded' })

    const params = { userId: target.id }
    const lastDay = (ahead: number) =>
      new Date(server.context.clock().getTime() + ahead * 86_400_000).toISOString().slice(0, 10)
    for (const days of [3, 30]) await owner.call('grantAccess', { params, body: { until: lastDay(days), reason } })
    const end = (days: number) => `${lastDay(days)}T23:59:59.000Z`
    expect(await rowOf('grantAccess')).toMatchObject({ was: end(3), endsAt: Date.parse(end(30)), outcome: 'succeeded' })
    await owner.call('grantAccess', { params, body: { until: lastDay(9), reason } })
    expect(await rowOf('grantAccess')).toMatchObject({ endsAt: Date.parse(end(9)), outcome: 'access_would_shorten' })
    await owner.call('blockPerson', { params, body: { reason } })
    expect(await rowOf('blockPerson')).toMatchObject({ was: 'open', becomes: 'blocked' })
    const coupon = { ...anyBody(), percentOff: null, amountOff: 500, currency: 'usd', code: 'FIVE' }
    expect((await owner.call('createCoupon', { body: coupon })).status).toBe(200)
    const day = Date.parse('2027-01-31T23:59:59Z')
    expect(await rowOf('createCoupon')).toMatchObject({ becomes: 'FIVE', amount: 500, currency: 'usd', endsAt: day })

    const csv = (await owner.call('exportAudit', { query: `action=createCoupon&staffId=${owner.id}` })).text.split(
      '\r\n',
    )
    expect(csv[0]).toMatch(/,objectKind,object,was,becomes,amount,currency,endsAt$/)
    expect(csv[1]).toMatch(/,coupon,[^,]+,,FIVE,500,usd,2027-01-31T23:59:59.000Z$/)
    const lines = (await owner.call('exportAudit', { query: `format=ndjson&action=removeStaff&staffId=${owner.id}` }))
      .text
    expect(JSON.parse(lines.trim())).toMatchObject({ objectKind: 'staff', object: row?.object, was: 'finance' })
    expect((await owner.call('verifyAudit')).body.data.firstBrokenId).toBe(null)
  })

  it('that fails by an error says so', async () => {
    const owner = await actAsStaff(server, 'owner')
    const target = await actAsLearner(server)
    const repair = await failWrites(server.context.db, 'update', 'users')
    const act = () => owner.call('blockPerson', { params: { userId: target.id }, body: { reason: 'asked by phone' } })
    expect((await act()).status).toBe(500)
    await repair()
    const { rows } = (await owner.call('listAudit', { query: `userId=${target.id}` })).body.data
    expect(rows).toMatchObject([{ action: 'blockPerson', outcome: 'failed' }])
  })
})

/** All rows of all tables that belong to us. */
const readEverything = async (): Promise<string[]> => {
  const { db } = server.database
  const tables = await db<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`
  const contents: string[] = []
  for (const { name } of tables) contents.push(`${name}: ${await readTable(db, name)}`)
  return contents
}
