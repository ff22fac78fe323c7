import { createECDH, createDecipheriv, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A push message as the browser reads it, and the headers sent to its service. */
export type ReceivedPush = { message: unknown; headers: IncomingHttpHeaders; claims: Record<string, unknown> }

export type TestBrowser = {
  endpoint: string
  keys: { p256dh: string; auth: string }
  /** Received messages, decrypted by hand as in RFC 8291. */
  received: () => ReceivedPush[]
}

/**
 * A push service on loopback, with browsers that subscribe. It answers with the configured status, records requests and
 * reads them independently of our code: signature by RFC 8292, content by RFC 8188 and 8291, from public values only.
 */
export async function startPushService() {
  const arrived = new Map<string, { body: Buffer; headers: IncomingHttpHeaders }[]>()
  let answer: { status: number; headers?: Record<string, string> } = { status: 201 }
  const http = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const path = request.url ?? ''
      arrived.set(path, [...(arrived.get(path) ?? []), { body: Buffer.concat(parts), headers: request.headers }])
      reply.writeHead(answer.status, answer.headers).end('answer of the service')
    })
  })
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve)
  })
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`

  const openBrowser = (): TestBrowser => {
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    const secret = randomBytes(16)
    const path = `/push/${randomBytes(12).toString('hex')}`
    return {
      endpoint: `${origin}${path}`,
      keys: { p256dh: pair.getPublicKey('base64url'), auth: secret.toString('base64url') },
      received: () =>
        (arrived.get(path) ?? []).map(({ body, headers }) => ({
          message: JSON.parse(decrypt(body, pair, secret)),
          headers,
          claims: readSignedClaims(headers.authorization ?? ''),
        })),
    }
  }
  return {
    origin,
    openBrowser,
    answerWith: (status: number, headers?: Record<string, string>) => {
      answer = { status, ...(headers && { headers }) }
    },
    /** Every received request, for any path. */
    requests: (): number => [...arrived.values()].reduce((sum, { length }) => sum + length, 0),
    close: () =>
      new Promise<void>((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

/** RFC 8188, one record, with the keys of RFC 8291. */
const decrypt = (body: Buffer, pair: ReturnType<typeof createECDH>, secret: Buffer): string => {
  const salt = body.subarray(0, 16)
  const keyLength = body[20] ?? 0
  const senderKey = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey])
  const input = derive(pair.computeSecret(senderKey), secret, keyInfo, 32)
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // The last record ends with 2 and zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

/** RFC 8292: `vapid t=<JWT>, k=<public key>`. Throws when the signature is not that key's. */
const readSignedClaims = (authorization: string): Record<string, unknown> => {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', payload = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${payload}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('the request is not signed by the key that it names')
  return { ...(JSON.parse(Buffer.from(payload, 'base64url').toString()) as object), key }
}
