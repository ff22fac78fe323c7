import { createHash, createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { Context } from '../../../context.ts'
import type { Queryable } from '../../../database/connect.ts'
import { inTransaction } from '../../../database/transaction.ts'
import { insertKey, listCurrentKeys, lockKeys, type PublicJwk } from './key-queries.ts'
import { openKey, sealKey } from './seal-key.ts'

export type SigningKey = { id: string; privateKey: KeyObject }

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
