import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  generateKeyPair,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { promisify } from 'node:util'
import type { Context } from '../../../context.ts'
import type { Queryable } from '../../../database/connect.ts'
import { inTransaction } from '../../../database/transaction.ts'
import { ok, refuse, type Result } from '../../../platform/result.ts'
import { insertKey, listCurrentKeys, listPublicKeys, lockKeys, type PublicJwk } from './badge-keys.sql.ts'
import { badgeKeyUrl } from './credential.ts'

type SigningKey = { id: string; privateKey: KeyObject }

/** Secure for a certificate's life; RS256 is what every reader of Open Badges must know. */
const keyBits = 3072

const makePair = promisify(generateKeyPair)

/** RFC 7638. */
const thumbprint = ({ e, kty, n }: PublicJwk): string =>
  createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url')

/** The newest key that this secret opens: while instances change over to another secret, each has its own. */
const findUsable = async (db: Queryable, secret: string): Promise<SigningKey | null> => {
  for (const { id, sealedPrivateKey } of await listCurrentKeys(db)) {
    const opened = openKey(secret, sealedPrivateKey)
    if (opened) return { id, privateKey: createPrivateKey({ key: opened, format: 'der', type: 'pkcs8' }) }
  }
  return null
}

/**
 * The key that signs badges, the same on every instance. The first badge makes it, and so does the first one after the key was retired or
 * SESSION_SECRET was changed, without which a stored key cannot be opened.
 */
export const findSigningKey = async ({ db, config }: Context): Promise<SigningKey> => {
  const secret = config.sessionSecret
  const known = await findUsable(db, secret)
  if (known) return known
  const { publicKey, privateKey } = await makePair('rsa', { modulusLength: keyBits })
  const { kty = '', n = '', e = '' } = publicKey.export({ format: 'jwk' })
  const publicJwk = { kty, n, e }
  const sealedPrivateKey = sealKey(secret, privateKey.export({ format: 'der', type: 'pkcs8' }))
  return inTransaction(db, async (tx) => {
    await lockKeys(tx)
    const madeMeanwhile = await findUsable(tx, secret)
    if (madeMeanwhile) return madeMeanwhile
    const id = thumbprint(publicJwk)
    await insertKey(tx, { id, publicJwk, sealedPrivateKey })
    return { id, privateKey }
  })
}

const nonceBytes = 12
const tagBytes = 16

const sealingKey = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'badge signing key', 32))

/** Encrypts a private key (AES-256-GCM), so that a copy of the database alone signs nothing. */
export const sealKey = (secret: string, key: Buffer): Buffer => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret), nonce)
  const sealed = Buffer.concat([cipher.update(key), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** The private key, or null when it was sealed with another secret. */
export const openKey = (secret: string, sealed: Buffer): Buffer | null => {
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret), sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
  } catch {
    return null
  }
}

type PublishedKey = PublicJwk & { kid: string; alg: 'RS256'; use: 'sig' }

/** Every public key that ever signed a badge, newest first: a JSON Web Key Set. */
export const publishKeys = async ({ db, config }: Context): Promise<{ keys: PublishedKey[] }> => {
  const keys = await listPublicKeys(db)
  return {
    keys: keys.map(({ id, publicJwk }) => ({ ...publicJwk, kid: badgeKeyUrl(config, id), alg: 'RS256', use: 'sig' })),
  }
}

/** One of them: what the `kid` of a badge leads to. Refuses with `not_found`. */
export const publishKey = async (context: Context, keyId: string): Promise<Result<PublishedKey>> => {
  const kid = badgeKeyUrl(context.config, keyId)
  const key = (await publishKeys(context)).keys.find((known) => known.kid === kid)
  return key ? ok(key) : refuse('not_found')
}
