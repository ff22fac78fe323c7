import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { actAsLearner, makeCalls } from '../../test-support/act-as-learner.ts'
import { createUser } from '../../test-support/factories.ts'
import { makeCatalog } from '../../test-support/make-catalog.ts'
import { deleteUser } from '../../test-support/rows/accounts.ts'
import { countLockWaits, lockTable } from '../../test-support/rows/tables.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { listCertificates } from './certificates.sql.ts'

const start = new Date('2026-05-10T20:30:15.750Z')
const catalog = makeCatalog(
  { id: 'ai-zero', chapters: { c1: { l01: { f1: [] }, l02: { f1: ['prompt'] } } } },
  { id: 'words', chapters: { c1: { l01: { f1: ['prompt'] } } } },
)
let server: TestServer
let other: TestServer

beforeAll(async () => {
  server = await startTestServer({ now: start, catalog })
  other = await startTestServer({ now: start, catalog, database: server.database })
})
afterAll(async () => {
  await other.close()
  await server.close()
})
beforeEach(() => server.setNow(start))

const finishers = async () => {
  const learner = await actAsLearner(server)
  await learner.earn('ai-zero')
  return learner
}
const issue = (token: string, body: object, headers: Record<string, string> = {}, at = server) =>
  at.call('issueCertificate', { token, body: { courseId: 'ai-zero', ...body }, headers })
const rowsOf = (userId: string) => listCertificates(server.context.db, userId)

/** Sends requests while the certificate table is locked, and unlocks it once two of them wait. */
const atOneMoment = async <T>(send: () => Promise<T>[]): Promise<T[]> => {
  const gate = connect(server.database.address, { poolSize: 1 })
  try {
    const sent = await inTransaction(gate, async (tx) => {
      await lockTable(tx, 'certificates')
      const requests = send()
      for (let waiting = 0; waiting < 2;) {
        waiting = await countLockWaits(tx)
      }
      return requests
    })
    return await Promise.all(sent)
  } finally {
    await gate.end()
  }
}

describe('issuing a certificate', () => {
  it("returns name, course and the learner's local date for a completed course", async () => {
    const { token } = await finishers()
    const zone = { 'x-time-zone': 'Pacific/Kiritimati' }
    const reply = await issue(token, { name: '  Олена   Їжак ' }, { ...zone, 'accept-language': 'uk' })
    expect(reply.status).toBe(200)
    const { id, ...rest } = reply.body.data
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(rest).toEqual({
      courseId: 'ai-zero',
      name: 'Олена Їжак',
      courseName: 'Курс ai-zero',
      issueDate: '2026-05-11',
      certificateUrl: `/certificates/${id}`,
      pdfUrl: `/api/certificates/${id}/pdf`,
      badgeUrl: `/api/certificates/${id}/badge`,
    })
    expect((await server.call('listCertificates', { token })).body.data).toEqual([reply.body.data])
  })

  it('is refused before every lesson is finished, whatever the client claims', async () => {
    const learner = await actAsLearner(server)
    await learner.report('ai-zero.l01', 0, true)
    await learner.finish('ai-zero.l01')
    await learner.update('ai-zero.l02', { completed: true, progressPercentage: 100 })
    const reply = await issue(learner.token, { name: 'Ada' })
    expect([reply.status, reply.error?.name]).toEqual([409, 'course_incomplete'])
    expect(await rowsOf(learner.id)).toHaveLength(0)
  })

  it('is refused for an unknown course and without a session', async () => {
    const { token } = await actAsLearner(server)
    expect((await issue(token, { courseId: 'nowhere', name: 'Ada' })).error?.name).toBe('course_not_found')
    expect((await server.call('issueCertificate', { body: { courseId: 'ai-zero', name: 'Ada' } })).status).toBe(401)
    expect((await server.call('listCertificates')).status).toBe(401)
  })

  it('creates one certificate for twenty concurrent requests with different names on two instances', async () => {
    const { token, id } = await finishers()
    const replies = await atOneMoment(() =>
      Array.from({ length: 20 }, (_, index) =>
        issue(token, { name: `Ada ${index}` }, {}, index % 2 === 0 ? server : other),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(await rowsOf(id)).toHaveLength(1)
  })

  it('keeps the certificate unchanged when the course grows, is renamed or is removed', async () => {
    const { token } = await finishers()
    const first = await issue(token, { name: 'Ada' })
    const changed = await startTestServer({ catalog: makeCatalog(), database: server.database })
    try {
      expect((await issue(token, { name: 'Eve' }, {}, changed)).body).toEqual(first.body)
      expect((await changed.call('listCertificates', { token })).body.data).toEqual([first.body.data])
    } finally {
      await changed.close()
    }
  })
})

describe('certificate name', () => {
  it("is asked for once: later certificates reuse it and ignore the request's name", async () => {
    const { token, id } = await finishers()
    await issue(token, { name: 'Ada Lovelace' })
    await makeCalls(server, id, token).earn('words')
    server.setNow(new Date('2026-06-01T00:00:00Z'))
    const next = await issue(token, { courseId: 'words', name: 'Somebody Else' })
    expect(next.body.data).toMatchObject({ name: 'Ada Lovelace', courseName: 'Course words', issueDate: '2026-06-01' })
    const listed = (await server.call('listCertificates', { token })).body.data
    expect(listed.map(({ courseId }) => courseId)).toEqual(['words', 'ai-zero'])
  })

  it('stays the same when two courses are certified at once with two names', async () => {
    const { token, id } = await finishers()
    await makeCalls(server, id, token).earn('words')
    const replies = await atOneMoment(() => [
      issue(token, { name: 'Ada' }),
      issue(token, { courseId: 'words', name: 'Eve' }, {}, other),
    ])
    expect(new Set(replies.map(({ body }) => body.data.name)).size).toBe(1)
    expect(await rowsOf(id)).toHaveLength(2)
  })

  it.each([
    ['certificate_name_missing', undefined],
    ['certificate_name_missing', '   '],
    ['certificate_name_too_long', 'a'.repeat(81)],
    ['certificate_name_unprintable', 'Ada \u202Eecalevol'],
    ['certificate_name_unprintable', 'Ada\nLovelace'],
  ])('gives %s when invalid, and no certificate is issued (%j)', async (code, name) => {
    const { token, id } = await finishers()
    const reply = await issue(token, { name })
    expect([reply.status, reply.error?.name]).toEqual([422, code])
    expect(await rowsOf(id)).toHaveLength(0)
  })

  it('is rejected when no font has its characters, and the answer lists them', async () => {
    const { token } = await finishers()
    const reply = await issue(token, { name: 'Ada محمد 😀' })
    expect(reply.error).toMatchObject({ name: 'certificate_name_unprintable' })
    expect(reply.error?.details).toEqual({ characters: ['م', 'ح', 'د', '😀'] })
  })

  it.each([
    'Nguyễn Thị Minh',
    'Çağrı Şimşek',
    'José Ñandú',
    'Їжак Ґалаґан',
    '홍길동',
    '뷁쀍',
    '山田 太郎',
    '髙﨑 德彌',
    'Ελένη',
    'Əli Қасым',
    'अमित शर्मा',
  ])('can be %s', async (name) => {
    const { token } = await finishers()
    expect((await issue(token, { name })).body.data.name).toBe(name)
  })
})

describe('public certificate', () => {
  it('shows name, course and day only', async () => {
    const { token } = await finishers()
    const { id } = (await issue(token, { name: 'Ada' })).body.data
    const reply = await other.call('verifyCertificate', { params: { id } })
    expect(reply.body.data).toEqual({
      name: 'Ada',
      courseName: 'Course ai-zero',
      issueDate: '2026-05-10',
      valid: true,
      pdfUrl: `/api/certificates/${id}/pdf`,
      badgeUrl: `/api/certificates/${id}/badge`,
    })
    expect(reply.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(reply.headers.get('cache-control')).toBe('no-store')
  })

  it.each(['0'.repeat(32), 'F'.repeat(32), 'x', 'ai-zero'])('is unknown for the id %s', async (id) => {
    const reply = await server.call('verifyCertificate', { params: { id } })
    expect([reply.status, reply.error?.name]).toEqual([404, 'certificate_not_found'])
  })

  it('remains after the account is deleted and disappears when it is erased', async () => {
    const { token, id: userId } = await finishers()
    const { id } = (await issue(token, { name: 'Ada' })).body.data
    await server.call('deleteAccount', { token })
    expect((await server.call('verifyCertificate', { params: { id } })).status).toBe(200)
    await deleteUser(server.context.db, userId)
    expect((await server.call('verifyCertificate', { params: { id } })).status).toBe(404)
  })
})

describe('list of certificates', () => {
  it('is empty at first and never shows those of others', async () => {
    const { token } = await finishers()
    await issue(token, { name: 'Ada' })
    const stranger = await createUser(server.context)
    const strangers = await server.signIn(stranger.email, stranger.pin)
    expect((await server.call('listCertificates', { token: strangers })).body.data).toEqual([])
  })

  it('is part of the data export', async () => {
    const { token } = await finishers()
    await issue(token, { name: 'Ada' })
    const { records } = (await server.call('exportData', { token })).body.data
    expect(records.certificates).toMatchObject([{ name: 'Ada', course_id: 'ai-zero', issued_on: '2026-05-10' }])
  })
})
