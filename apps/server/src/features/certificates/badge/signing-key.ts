import { createHash, createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { Config } from '../../../config.ts'
import type { Context } from '../../../context.ts'
import type { Queryable } from '../../../database/connect.ts'
import { inTransaction } from '../../../database/transaction.ts'
import { ok, refuse, type Result } from '../../../platform/result.ts'
import { openSecret, sealSecret } from '../../../platform/sealed-secret.ts'
import {
  insertKey,
  type KeyPurpose,
  listCurrentKeys,
  listPublicKeys,
  lockKeys,
  type PublicJwk,
} from './badge-keys.sql.ts'

type SigningKey = { id: string; privateKey: KeyObject }

/** Long enough for a certificate's life. RS256, because every Open Badges verifier must support it. */
const keyBits = 3072

const sealing = 'badge signing key'

const makePair = promisify(generateKeyPair)

/** The first badge or list creates it for all instances, also after a retirement or a change of SESSION_SECRET, which encrypts it. */
export async function findSigningKey({ db, config }: Context, purpose: KeyPurpose): Promise<SigningKey> {
  const secret = config.sessionSecret
  const known = await findUsable(db, purpose, secret)
  if (known) return known
  const { publicKey, privateKey } = await makePair('rsa', { modulusLength: keyBits })
  const { kty = '', n = '', e = '' } = publicKey.export({ format: 'jwk' })
  const publicJwk = { kty, n, e }
  const sealedPrivateKey = sealSecret(secret, sealing, privateKey.export({ format: 'der', type: 'pkcs8' }))
  return inTransaction(db, async (tx) => {
    await lockKeys(tx)
    const madeMeanwhile = await findUsable(tx, purpose, secret)
    if (madeMeanwhile) return madeMeanwhile
    const id = thumbprint(publicJwk)
    await insertKey(tx, { id, purpose, publicJwk, sealedPrivateKey })
    return { id, privateKey }
  })
}

/** The newest key that this secret decrypts: during a rotation of the secret, each instance uses its own key. */
const findUsable = async (db: Queryable, purpose: KeyPurpose, secret: string): Promise<SigningKey | null> => {
  for (const { id, sealedPrivateKey } of await listCurrentKeys(db, purpose)) {
    const opened = openSecret(secret, sealing, sealedPrivateKey)
    if (opened) return { id, privateKey: createPrivateKey({ key: opened, format: 'der', type: 'pkcs8' }) }
  }
  return null
}

/** RFC 7638. */
const thumbprint = ({ e, kty, n }: PublicJwk): string =>
  createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url')

type PublishedKey = PublicJwk & { kid: string; alg: 'RS256'; use: 'sig' }

/** All public keys that ever signed a badge or a list, newest first, as a JSON Web Key Set. */
export async function publishKeys({ db, config }: Context): Promise<{ keys: PublishedKey[] }> {
  const keys = await listPublicKeys(db)
  return {
    keys: keys.map(({ id, publicJwk }) => ({ ...publicJwk, kid: badgeKeyUrl(config, id), alg: 'RS256', use: 'sig' })),
  }
}

export async function publishKey(context: Context, keyId: string): Promise<Result<PublishedKey>> {
  const kid = badgeKeyUrl(context.config, keyId)
  const key = (await publishKeys(context)).keys.find((known) => known.kid === kid)
  return key ? ok(key) : refuse('not_found')
}

export const badgeKeysPath = '/api/badges/keys'

/** A public key's `kid`: the URL of its JWK. */
export function badgeKeyUrl({ publicUrl }: Pick<Config, 'publicUrl'>, keyId: string): string {
  return `${publicUrl}${badgeKeysPath}/${keyId}`
}
