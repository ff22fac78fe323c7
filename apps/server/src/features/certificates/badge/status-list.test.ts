import { checkStatus, decodeList } from '@digitalbazaar/vc-bitstring-status-list'
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../database/transaction.ts'
import { actAsLearner, type Learner } from '../../../test-support/act-as-learner.ts'
import { actAsStaff } from '../../../test-support/act-as-staff.ts'
import { makeCatalog } from '../../../test-support/make-catalog.ts'
import { deleteUser } from '../../../test-support/rows/accounts.ts'
import { countPositions, fillList, forgetPosition } from '../../../test-support/rows/certificates.ts'
import { startTestServer, type TestServer } from '../../../test-support/start-test-server.ts'
import { takePosition } from './badge-positions.sql.ts'

const now = new Date('2026-05-10T20:30:15.750Z')
const catalog = makeCatalog({ id: 'ai-zero', chapters: { c1: { l01: { f1: ['prompt'] } } } })
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ now, catalog })
  // Addresses in badges lead to this server, as in production.
  Object.assign(server.context.config, { publicUrl: server.url })
})
afterAll(() => server.close())
beforeEach(() => server.setNow(now))

const graduate = async (name: string) => {
  const learner = await actAsLearner(server)
  await learner.earn('ai-zero')
  const body = { courseId: 'ai-zero', name }
  const { id, badgeUrl } = (await server.call('issueCertificate', { token: learner.token, body })).body.data
  return { learner, id, badgeUrl }
}
const correctName = async ({ id: userId }: Learner, name: string) => {
  const support = await actAsStaff(server, 'support')
  const body = { name, reason: 'typo, ticket 12' }
  expect((await support.call('correctCertificateName', { params: { userId }, body })).status).toBe(200)
}

/** The credential in a JWT that one of our published keys signed. */
const openJwt = async (url: string) => {
  const response = await fetch(url)
  const keys = createRemoteJWKSet(new URL(`${server.url}/api/badges/keys`))
  const jws = await response.text()
  expect([url, response.status]).toEqual([url, 200])
  return { response, payload: (await jwtVerify(jws, keys)).payload, kid: decodeProtectedHeader(jws).kid ?? '' }
}
const openBadge = async (badgeUrl: string) => (await openJwt(`${server.url}${badgeUrl}`)).payload
type Badge = Awaited<ReturnType<typeof openBadge>>

/** As a verifier of another maker reads it. */
const isRevoked = async (badge: Badge) => {
  const { verified, error, results } = await checkStatus({
    credential: badge,
    documentLoader: async (url) => ({ document: (await openJwt(url)).payload }),
    verifyBitstringStatusListCredential: false,
  })
  expect([verified, error]).toEqual([true, undefined])
  return results?.[0]?.status
}
const positionOf = (badge: Badge) =>
  Number((badge as { credentialStatus?: { statusListIndex: string } }).credentialStatus?.statusListIndex)

describe('the status of a badge', () => {
  it('is valid at first, and revoked once the account is erased, while others stay valid', async () => {
    const [leaver, stayer] = [await graduate('Ada'), await graduate('Eve')]
    const badges = [await openBadge(leaver.badgeUrl), await openBadge(stayer.badgeUrl)] as const
    expect([await isRevoked(badges[0]), await isRevoked(badges[1])]).toEqual([false, false])
    await deleteUser(server.context.db, leaver.learner.id)
    expect([await isRevoked(badges[0]), await isRevoked(badges[1])]).toEqual([true, false])
    expect((await fetch(`${server.url}${leaver.badgeUrl}`)).status).toBe(404)
  })

  it('is revoked by a corrected name: a later badge with the same id replaces it and keeps the day', async () => {
    const { learner, badgeUrl } = await graduate('Rosa Lux')
    const before = await openBadge(badgeUrl)
    server.setNow(new Date('2026-06-01T10:00:00.400Z'))
    await correctName(learner, 'Rosa Luz')
    const after = await openBadge(badgeUrl)
    expect([await isRevoked(before), await isRevoked(after)]).toEqual([true, false])
    expect(after.jti).toBe(before.jti)
    expect(after).toMatchObject({ validFrom: '2026-06-01T10:00:00Z', awardedDate: '2026-05-10T20:30:15Z' })
    expect(JSON.stringify(after)).toContain('Rosa Luz')
  })

  it('is missing in a badge from before the lists, which stays as it was until its name is corrected', async () => {
    const { learner, id, badgeUrl } = await graduate('Old Badge')
    await forgetPosition(server.context.db, id)
    const old = await openBadge(badgeUrl)
    expect(Object.keys(old)).not.toContain('credentialStatus')
    expect(Object.keys(old)).not.toContain('awardedDate')
    await correctName(learner, 'Old Badges')
    expect(await isRevoked(await openBadge(badgeUrl))).toBe(false)
  })
})

describe('a list', () => {
  it('is a signed credential with a key of its own, for any site, kept as long as it says', async () => {
    const { badgeUrl } = await graduate('Ada')
    const badge = await openJwt(`${server.url}${badgeUrl}`)
    const url = `${server.url}/api/badges/status/1`
    const { response, payload, kid } = await openJwt(url)
    expect(kid).not.toBe(badge.kid)
    expect((await fetch(kid)).status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/vc+jwt')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
    expect(payload).toMatchObject({
      '@context': ['https://www.w3.org/ns/credentials/v2'],
      id: url,
      type: ['VerifiableCredential', 'BitstringStatusListCredential'],
      issuer: { id: `${server.url}/api/badges/issuer` },
      validFrom: '2026-05-10T20:30:15Z',
      credentialSubject: { type: 'BitstringStatusList', statusPurpose: 'revocation', ttl: 300_000 },
    })
    const { encodedList } = payload.credentialSubject as { encodedList: string }
    expect(encodedList).toMatch(/^u[\w-]+$/)
    expect((await decodeList({ encodedList })).length).toBe(131_072)
  })

  it('has its first position in the most significant bit', async () => {
    await inTransaction(server.context.db, async (tx) => {
      for (const position of [0, 9, 131_071]) await takePosition(tx, { list: 1, position }, null)
    })
    const { payload } = await openJwt(`${server.url}/api/badges/status/1`)
    const list = await decodeList({ encodedList: (payload.credentialSubject as { encodedList: string }).encodedList })
    expect([0, 1, 8, 9, 131_070, 131_071].map((position) => list.getStatus(position))).toEqual([
      true,
      false,
      false,
      true,
      false,
      true,
    ])
  })

  it.each(['0', '2', '1x', '999999999'])('is not found as %s, where no badge is', async (name) => {
    expect((await fetch(`${server.url}/api/badges/status/${name}`)).status).toBe(404)
  })

  it('gives neighbors no neighboring positions, and a full one is followed by the next', async () => {
    const spread = [await graduate('Ada'), await graduate('Eve'), await graduate('Joy')]
    const positions = await Promise.all(spread.map(async ({ badgeUrl }) => positionOf(await openBadge(badgeUrl))))
    expect(new Set(positions).size).toBe(3)
    expect(Math.max(...positions) - Math.min(...positions)).toBeGreaterThan(3)

    await fillList(server.context.db, 1)
    const { badgeUrl } = await graduate('Next')
    const badge = await openBadge(badgeUrl)
    expect(badge).toMatchObject({
      credentialStatus: { statusListCredential: `${server.url}/api/badges/status/2` },
    })
    expect(await isRevoked(badge)).toBe(false)
    expect(await countPositions(server.context.db, 2)).toBe(1)
  })
})
