import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** CBOR of what an authenticator sends: whole numbers, text, bytes and maps. */
const encodeCbor = (value: number | string | Buffer | Map<number | string, unknown>): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, item]) => [encodeCbor(key), encodeCbor(item as Buffer)])
  return Buffer.concat([head(5, value.size), ...entries])
}

const head = (type: number, count: number): Buffer => {
  if (count < 24) return Buffer.from([(type << 5) | count])
  return count < 256 ? Buffer.from([(type << 5) | 24, count]) : Buffer.from([(type << 5) | 25, count >> 8, count & 255])
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const present = 0x01
const verified = 0x04
const withKey = 0x40

type Options = { challenge?: unknown; user?: unknown }

/**
 * A security key in software: what a browser would send for the options of a registration or a sign-in.
 * @param isVerified false: a key without PIN or fingerprint
 */
export function createPasskey({ origin = 'http://localhost:3000', isVerified = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const flags = present | (isVerified ? verified : 0)
  const rpHash = sha256(new URL(origin).hostname)
  const clientDataOf = (type: string, { challenge }: Options) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const common = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  }
  let counter = 0
  let userHandle = ''
  const dataOf = (more: number, rest: Buffer) => {
    counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([rpHash, Buffer.from([flags | more]), count, rest])
  }
  return {
    id: common.id,
    register: (options: Options) => {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, encodeCbor(key)])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', dataOf(withKey, attested)],
      ])
      userHandle = String((options.user as { id?: string } | undefined)?.id)
      return {
        ...common,
        response: {
          clientDataJSON: clientDataOf('webauthn.create', options).toString('base64url'),
          attestationObject: encodeCbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    signIn: (options: Options) => {
      const clientData = clientDataOf('webauthn.get', options)
      const authenticatorData = dataOf(0, Buffer.alloc(0))
      return {
        ...common,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey).toString(
            'base64url',
          ),
          userHandle,
        },
      }
    },
  }
}
