import { randomUUID } from 'node:crypto'
import { inboxStates } from '@kitewise/contract/desk'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actAsBuyer, payAt } from '../../test-support/act-as-buyer.ts'
import { actAsStaff } from '../../test-support/act-as-staff.ts'
import { createUser } from '../../test-support/factories.ts'
import { mailsTo } from '../../test-support/read-mailbox.ts'
import { listAuditOf } from '../../test-support/rows/inbox.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { onboardingCatalog } from '../../test-support/visitor.ts'
import { hashAuditPerson } from '../access/audit.sql.ts'
import { inboxJobs } from './routes.ts'
import { syncSubscription } from '../../features/billing/sync-with-provider.ts'

const start = new Date('2026-05-10T12:00:00Z')
let server: TestServer
let ann: Awaited<ReturnType<typeof actAsStaff>>
let bob: Awaited<ReturnType<typeof actAsStaff>>
beforeAll(async () => {
  server = await startTestServer({ now: start, catalog: onboardingCatalog() })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.context.db`delete from inbox_items`
  await server.context.db`update desk_staff set removed_at = now()`
  server.setNow(start)
  ann = await actAsStaff(server, 'support', { name: 'Ann' })
  bob = await actAsStaff(server, 'finance', { name: 'Bob' })
})

const later = (days: number): void => server.setNow(new Date(start.getTime() + days * 86_400_000))
const write = async (changes: object = {}, token?: string) => {
  const body = {
    requestId: randomUUID(),
    topic: 'question',
    name: 'Ana',
    email: 'ana@kitewise.example',
    concern: 'Sign-in',
    details: 'I can’t sign in.',
    ...changes,
  }
  await server.call('sendSupportRequest', { ...(token && { token }), body, headers: { 'accept-language': 'uk' } })
  return body.requestId
}
const list = async (query: Record<string, string> = {}) =>
  (await ann.call('listInbox', { query: new URLSearchParams(query).toString() })).body.data
const read = async (itemId: string) => (await ann.call('readInboxItem', { params: { itemId } })).body.data
const mailsOf = async ({ id }: { id: string }) => {
  await runJobs(server.context)
  return mailsTo(server.context, `${id}@staff.example`)
}

const ids = ({ rows }: { rows: { id: string }[] }) => rows.map(({ id }) => id)
const answer = (itemId: string, changes: object = {}) =>
  ann.call('answerInboxItem', {
    params: { itemId },
    body: {
      entryId: randomUUID(),
      template: 'support_apology',
      text: 'Перша частина.\n\n<b>Друга</b>',
      state: 'waiting',
      ...changes,
    },
  })
const warnAt = async (days: number) => {
  later(days)
  await Promise.all([1, 2].map(() => inboxJobs.warnOfDeadlines(server.context)))
}
const subjects = async (member: { id: string }) => (await mailsOf(member)).map(({ subject }) => subject)
const digest = () => Promise.all([1, 2].map(() => inboxJobs.mailInboxDigest(server.context)))

describe('the list', () => {
  it('has what is not done, newest first, and sorts by deadline with none at the end', async () => {
    const question = await write()
    later(1)
    const privacy = await write({ topic: 'privacy', concern: 'My data' })
    later(2)
    const refund = await write({ topic: 'refund', concern: 'Money' })
    const done = await write()
    await ann.call('changeInboxItem', { params: { itemId: done }, body: { state: 'done' } })
    expect(ids(await list())).toEqual([refund, privacy, question])
    expect(ids(await list({ sort: 'dueAt', direction: 'asc' }))).toEqual([refund, privacy, question])
    expect(ids(await list({ sort: 'dueAt' }))).toEqual([privacy, refund, question])
    expect(ids(await list({ state: 'done' }))).toEqual([done])
    expect(ids(await list({ kind: 'refund' }))).toEqual([refund])
    expect(await list({ kind: 'feedback' })).toEqual({ rows: [], total: 0 })
  })

  it('filters by owner and paginates', async () => {
    const mine = await write()
    for (let count = 0; count < 51; count += 1) await write()
    await ann.call('changeInboxItem', { params: { itemId: mine }, body: { ownerId: ann.id } })
    expect((await list({ owner: ann.id })).rows).toMatchObject([{ id: mine, ownerName: 'Ann' }])
    expect(await list({ owner: 'none' })).toMatchObject({ total: 51 })
    const pages = [await list(), await list({ page: '2' })]
    expect(pages.map(({ rows, total }) => [rows.length, total])).toEqual([
      [50, 52],
      [2, 52],
    ])
  })

  it('is refused to a role without the inbox', async () => {
    const author = await actAsStaff(server, 'content')
    const itemId = await write()
    expect((await author.call('listInbox')).error?.status).toBe(403)
    expect((await author.call('readInboxItem', { params: { itemId } })).error?.status).toBe(403)
  })
})

describe('an item', () => {
  it('shows the words, warns about a stranger’s address, and its reading is in the audit log of the person', async () => {
    const learner = await createUser(server.context)
    const token = await server.signIn(learner.email, learner.pin)
    const item = await read(await write({}, token))
    expect(item).toMatchObject({
      kind: 'question',
      subject: 'Sign-in',
      message: 'I can’t sign in.',
      name: 'Ana',
      email: 'ana@kitewise.example',
      accountEmail: learner.email,
      userId: learner.id,
      state: 'new',
    })
    expect(item.staff.map(({ name }) => name)).toEqual(['Ann', 'Bob'])
    expect(await listAuditOf(server.context.db, hashAuditPerson(server.context, learner.id))).toEqual([
      { action: 'readInboxItem', staffId: ann.id },
    ])
  })

  it('of feedback has its stars and text, and answers go to the account', async () => {
    const learner = await createUser(server.context)
    const token = await server.signIn(learner.email, learner.pin)
    await server.call('sendFeedback', { token, body: { rating: 1, message: 'Awful' } })
    const [row] = (await list()).rows
    expect(await read(row?.id ?? '')).toMatchObject({
      subject: 'Feedback, 1 of 5 stars',
      message: 'Awful',
      email: learner.email,
      accountEmail: null,
    })
  })

  it('changes state and owner by themselves, and keeps the moment it was done', async () => {
    const itemId = await write()
    const change = (body: object) => ann.call('changeInboxItem', { params: { itemId }, body })
    await change({ ownerId: bob.id })
    await change({ state: 'done' })
    later(3)
    await change({ state: 'done' })
    expect(await read(itemId)).toMatchObject({ ownerId: bob.id, state: 'done', doneAt: start.getTime() })
    await change({ state: 'waiting', ownerId: null })
    expect(await read(itemId)).toMatchObject({ ownerId: null, state: 'waiting', doneAt: null })
    expect((await change({ ownerId: (await actAsStaff(server, 'content')).id })).error?.name).toBe('not_found')
    expect((await change({ state: 'lost' })).error?.status).toBe(400)
  })

  it.each(['readInboxItem', 'changeInboxItem', 'addInboxNote', 'answerInboxItem'] as const)(
    'that does not exist is not found by %s',
    async (name) => {
      const entry = { entryId: randomUUID(), text: 'x', template: 'support_answer', state: 'done' }
      const body = name === 'readInboxItem' ? {} : { body: name === 'changeInboxItem' ? {} : entry }
      const reply = await ann.call(name, { params: { itemId: randomUUID() }, ...body })
      expect(reply.error?.name).toBe('not_found')
    },
  )

  it('keeps notes in order, a repeated one once', async () => {
    const itemId = await write()
    const note = { entryId: randomUUID(), text: 'Called back.' }
    for (const _ of [1, 2]) await ann.call('addInboxNote', { params: { itemId }, body: note })
    later(1)
    await bob.call('addInboxNote', { params: { itemId }, body: { entryId: randomUUID(), text: 'Paid.' } })
    expect((await read(itemId)).entries).toMatchObject([
      { kind: 'note', staffName: 'Ann', text: 'Called back.' },
      { kind: 'note', staffName: 'Bob', text: 'Paid.' },
    ])
  })
})

describe('an answer', () => {
  it('is mailed in the sender’s language with the text as paragraphs, and sets state and owner', async () => {
    const itemId = await write({ email: 'angry@kitewise.example' })
    expect((await answer(itemId)).status).toBe(200)
    await runJobs(server.context)
    const [mail] = await mailsTo(server.context, 'angry@kitewise.example')
    expect(mail?.text).toContain('Нам прикро')
    expect(mail?.text).toContain('\n\nПерша частина.\n\n<b>Друга</b>\n\n')
    expect(mail?.html).toContain('&lt;b&gt;Друга&lt;/b&gt;')
    expect(await read(itemId)).toMatchObject({ state: 'waiting', ownerId: ann.id, entries: [{ kind: 'reply' }] })
  })

  it('pressed twice, also at once, is sent once', async () => {
    const itemId = await write({ email: 'twice@kitewise.example' })
    const entryId = randomUUID()
    await Promise.all([1, 2, 3].map(() => answer(itemId, { entryId })))
    await answer(itemId, { entryId })
    await runJobs(server.context)
    expect(await mailsTo(server.context, 'twice@kitewise.example')).toHaveLength(1)
    expect((await read(itemId)).entries).toHaveLength(1)
  })

  it('with an unknown template or without a text is refused', async () => {
    const itemId = await write()
    expect((await answer(itemId, { template: 'welcome' })).status).toBe(400)
    expect((await answer(itemId, { text: ' ' })).status).toBe(400)
  })
})

describe('a withdrawal', () => {
  it('is due in 14 days, and the learner sees when the refund was sent', async () => {
    const buyer = await actAsBuyer(server)
    const begun = await buyer.begin('week')
    await payAt(server, begun.sessionId)
    const { pinSetupToken } = (await buyer.claim(begun)).body.data
    await server.call('setPin', { token: pinSetupToken ?? '', body: { email: buyer.email, pin: '4826' } })
    const token = await server.signIn(buyer.email, '4826')
    const subscriptionId = (await server.call('userSubscription', { token })).body.data[0]?.id ?? ''
    const withdraw = () => server.call('withdraw', { token, body: { subscriptionId, name: 'Ada' } })
    await withdraw()
    await withdraw()
    const { rows } = await list()
    expect(rows).toMatchObject([
      { kind: 'withdrawal', subject: 'Withdrawal', dueAt: start.getTime() + 14 * 86_400_000 },
    ])
    const itemId = rows[0]?.id ?? ''
    expect(await read(itemId)).toMatchObject({ name: 'Ada', email: buyer.email, subscriptionId })
    const moneyBack = async () => (await server.call('moneyBack', { token })).body.data.withdrawal
    expect(await moneyBack()).not.toHaveProperty('refundedAt')
    const finish = () => ann.call('changeInboxItem', { params: { itemId }, body: { state: 'done' } })
    const entry = { entryId: randomUUID(), text: 'Your money is on its way.', template: 'support_money', state: 'done' }
    expect((await finish()).error?.name).toBe('withdrawal_not_refunded')
    const answered = await ann.call('answerInboxItem', { params: { itemId }, body: entry })
    expect(answered.error?.name).toBe('withdrawal_not_refunded')
    expect(await moneyBack()).not.toHaveProperty('refundedAt')
    await server.context.payments.refundAll(subscriptionId)
    await syncSubscription(server.context, subscriptionId, null, 'payments')
    expect((await finish()).status).toBe(200)
    expect(await moneyBack()).toMatchObject({ refundedAt: start.getTime() / 1000 })
  })
})

describe('the warning about a deadline', () => {
  it('goes to everybody with the inbox two days before and on the day, once each', async () => {
    const author = await actAsStaff(server, 'content')
    await write({ topic: 'refund' })
    await write()
    const due = 'Due 2026-05-24 12:00 UTC: a refund item in the inbox'
    await warnAt(11.9)
    expect(await subjects(ann)).toEqual([])
    for (const days of [12, 12.5]) await warnAt(days)
    expect(await subjects(ann)).toEqual([due])
    for (const days of [13, 13.5, 14.5, 20]) await warnAt(days)
    expect([await subjects(ann), await subjects(bob)]).toEqual([
      [due, due],
      [due, due],
    ])
    expect(await subjects(author)).toEqual([])
  })

  it('goes to the owner alone, and links to the item', async () => {
    const itemId = await write({ topic: 'refund' })
    await ann.call('changeInboxItem', { params: { itemId }, body: { ownerId: bob.id } })
    await warnAt(12)
    expect((await mailsOf(bob))[0]?.text).toContain(`/desk/inbox/${itemId}\n`)
    expect(await mailsOf(ann)).toEqual([])
  })

  it('is not sent for what is done', async () => {
    const itemId = await write({ topic: 'privacy' })
    await ann.call('changeInboxItem', { params: { itemId }, body: { state: 'done' } })
    await warnAt(30.5)
    expect(await mailsOf(ann)).toEqual([])
  })
})

describe('the daily digest', () => {
  it('counts what came in, once a day, and only to staff who want it', async () => {
    await bob.call('saveInboxSettings', { body: { digest: false } })
    expect((await bob.call('readInboxSettings')).body.data).toEqual({ digest: false })
    await write({ topic: 'refund' })
    await write()
    later(0.9)
    await digest()
    const [mail, ...more] = await mailsOf(ann)
    expect([mail?.subject, more, await mailsOf(bob)]).toEqual(['2 new in the inbox', [], []])
    expect(mail?.text).toContain('New: 2. Open in all: 2. Due within seven days, or late: 0.')
    await bob.call('saveInboxSettings', { body: { digest: true } })
    later(8.5)
    await write()
    later(8.9)
    await digest()
    expect((await mailsOf(bob))[0]?.text).toContain('New: 1. Open in all: 3. Due within seven days, or late: 1.')
  })

  it('is not sent on a day without anything new', async () => {
    await write()
    later(2)
    await digest()
    expect(await mailsOf(ann)).toEqual([])
  })
})

it('a state of the contract is one of the database', async () => {
  const itemId = await write()
  for (const state of inboxStates)
    expect((await ann.call('changeInboxItem', { params: { itemId }, body: { state } })).status).toBe(200)
})
