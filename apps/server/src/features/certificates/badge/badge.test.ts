import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, importJWK, type JWK, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAsLearner } from '../../../test-support/act-as-learner.ts'
import { makeCatalog } from '../../../test-support/make-catalog.ts'
import { deleteCertificate, retireBadgeKeys } from '../../../test-support/rows/certificates.ts'
import { startTestServer, type TestServer } from '../../../test-support/start-test-server.ts'
import { listCurrentKeys } from './badge-keys.sql.ts'
import { openSecret, sealSecret } from '../../../platform/sealed-secret.ts'

const now = new Date('2026-05-10T20:30:15.750Z')
const catalog = makeCatalog({ id: 'ai-zero', chapters: { c1: { l01: { f1: ['prompt'] } } } })
let server: TestServer
let other: TestServer

/** Resolves URLs in badges to this server, as in production. */
const startReachable = async (options: Parameters<typeof startTestServer>[0]) => {
  const started = await startTestServer(options)
  Object.assign(started.context.config, { publicUrl: server?.url ?? started.url })
  return started
}

beforeAll(async () => {
  server = await startReachable({ now, catalog })
  other = await startReachable({ now, catalog, database: server.database })
})
afterAll(async () => {
  await other.close()
  await server.close()
})

const issue = async (name = 'Олена Їжак') => {
  const learner = await actAsLearner(server)
  await learner.earn('ai-zero')
  const body = { courseId: 'ai-zero', name }
  return (await server.call('issueCertificate', { token: learner.token, body })).body.data
}
const download = async (path: string, at = server) => {
  const response = await fetch(`${at.url}${path}`)
  return { response, text: await response.text() }
}

/** Verifies by the standard, with the key at the `kid` URL. */
const verify = async (jws: string) => {
  const { kid = '' } = decodeProtectedHeader(jws)
  const key = (await (await fetch(kid)).json()) as JWK
  return jwtVerify(jws, await importJWK(key, 'RS256'), {
    issuer: `${server.url}/api/badges/issuer`,
    algorithms: ['RS256'],
  })
}

describe('certificate badge', () => {
  it('is an Open Badges 3.0 credential that another library verifies with the published key', async () => {
    const { badgeUrl, certificateUrl } = await issue()
    const { response, text: jws } = await download(badgeUrl)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="certificate-ai-zero.jwt"')
    const { payload, protectedHeader } = await verify(jws)
    expect(Object.keys(protectedHeader).sort()).toEqual(['alg', 'kid', 'typ'])
    expect(payload).toEqual({
      '@context': [
        'https://www.w3.org/ns/credentials/v2',
        'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
      ],
      id: `${server.url}${badgeUrl}`,
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      issuer: {
        id: `${server.url}/api/badges/issuer`,
        type: ['Profile'],
        name: 'Kitewise Learning Ltd',
        url: server.url,
      },
      validFrom: '2026-05-10T20:30:15Z',
      awardedDate: '2026-05-10T20:30:15Z',
      credentialStatus: expect.objectContaining({ type: 'BitstringStatusListEntry', statusPurpose: 'revocation' }),
      credentialSchema: [
        {
          id: 'https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json',
          type: '1EdTechJsonSchemaValidator2019',
        },
      ],
      name: 'Course ai-zero',
      credentialSubject: {
        id: `${server.url}${certificateUrl}#learner`,
        type: ['AchievementSubject'],
        identifier: [{ type: 'IdentityObject', hashed: false, identityHash: 'Олена Їжак', identityType: 'name' }],
        achievement: {
          id: `${server.url}/api/courses/ai-zero`,
          type: ['Achievement'],
          achievementType: 'CertificateOfCompletion',
          inLanguage: 'en',
          name: 'Course ai-zero',
          description: 'Finished every lesson of the course “Course ai-zero”.',
          criteria: { narrative: 'Every lesson of the course is finished, with all of its parts.' },
        },
      },
      iss: `${server.url}/api/badges/issuer`,
      jti: `${server.url}${badgeUrl}`,
      sub: `${server.url}${certificateUrl}#learner`,
      nbf: Date.parse('2026-05-10T20:30:15Z') / 1000,
    })
  })

  it('fails verification when one word changed or another key signed it', async () => {
    const { text: jws } = await download((await issue('Ada')).badgeUrl)
    const [header = '', payload = '', signature = ''] = jws.split('.')
    const forged = Buffer.from(payload, 'base64url').toString().replace('"Ada"', '"Eve"')
    expect(decodeJwt(`${header}.${Buffer.from(forged).toString('base64url')}.${signature}`)).toBeTruthy()
    await expect(verify(`${header}.${Buffer.from(forged).toString('base64url')}.${signature}`)).rejects.toThrow(
      'signature verification failed',
    )
    const stranger = await startTestServer({ catalog })
    try {
      const foreign = await fetch(`${stranger.url}/api/badges/keys`)
      expect(((await foreign.json()) as { keys: JWK[] }).keys).toEqual([])
    } finally {
      await stranger.close()
    }
  })

  it('is the same from every instance, even the very first badge', async () => {
    const { badgeUrl } = await issue()
    await retireBadgeKeys(server.context.db)
    const badges = await Promise.all([1, 2, 3, 4].map((one) => download(badgeUrl, one % 2 === 0 ? server : other)))
    expect(new Set(badges.map(({ text }) => text)).size).toBe(1)
    expect(await listCurrentKeys(server.context.db, 'badge')).toHaveLength(1)
  })

  it('still verifies after its key was retired, and new badges use a new key', async () => {
    const { badgeUrl } = await issue()
    const { text: before } = await download(badgeUrl)
    await retireBadgeKeys(server.context.db)
    const { text: after } = await download(badgeUrl)
    expect(decodeProtectedHeader(after).kid).not.toBe(decodeProtectedHeader(before).kid)
    const keySet = createRemoteJWKSet(new URL(`${server.url}/api/badges/keys`))
    for (const jws of [before, after]) {
      expect((await verify(jws)).payload.jti).toBe(`${server.url}${badgeUrl}`)
      expect((await jwtVerify(jws, keySet)).payload.jti).toBe(`${server.url}${badgeUrl}`)
    }
  })

  it('uses a separate key for each SESSION_SECRET, and each instance keeps its key', async () => {
    const { badgeUrl } = await issue()
    const changed = await startReachable({
      catalog,
      database: server.database,
      config: { sessionSecret: 'another-secret-of-thirty-two-characters' },
    })
    try {
      const kids = []
      for (const at of [server, changed, server, changed])
        kids.push(decodeProtectedHeader((await download(badgeUrl, at)).text).kid)
      expect(new Set(kids).size).toBe(2)
      expect([kids[0], kids[1]]).toEqual([kids[2], kids[3]])
    } finally {
      await changed.close()
    }
  })

  it('is deleted with the certificate', async () => {
    const { id, badgeUrl, pdfUrl } = await issue()
    await deleteCertificate(server.context.db, id)
    for (const path of [badgeUrl, pdfUrl]) {
      const { response, text } = await download(path)
      expect([response.status, JSON.parse(text).error.name]).toEqual([404, 'certificate_not_found'])
    }
  })
})

describe('verification data', () => {
  it('is public and contains no secret', async () => {
    await download((await issue()).badgeUrl)
    const { response, text } = await download('/api/badges/keys')
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    for (const key of JSON.parse(text).keys) {
      expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
      expect(Buffer.from(key.n, 'base64url')).toHaveLength(384)
    }
    expect((await download('/api/badges/keys/unknown')).response.status).toBe(404)
  })

  it('names the issuer like the badges do', async () => {
    const { text } = await download('/api/badges/issuer')
    expect(JSON.parse(text)).toMatchObject({
      id: `${server.url}/api/badges/issuer`,
      type: ['Profile'],
      name: 'Kitewise Learning Ltd',
      email: 'support@kitewise.example',
    })
  })

  it('keeps the private key encrypted: another secret or a changed byte fails to decrypt it', async () => {
    const [key] = await listCurrentKeys(server.context.db, 'badge')
    const sealed = key?.sealedPrivateKey ?? Buffer.alloc(0)
    expect(sealed.includes(Buffer.from('300d06092a864886f70d010101', 'hex'))).toBe(false)
    expect(openSecret('another secret', 'badge signing key', sealed)).toBe(null)
    const box = sealSecret('secret', 'badge signing key', Buffer.from('key'))
    expect(openSecret('secret', 'badge signing key', box)?.toString()).toBe('key')
    box[box.length - 1] = (box.at(-1) ?? 0) ^ 1
    expect(openSecret('secret', 'badge signing key', box)).toBe(null)
  })
})
