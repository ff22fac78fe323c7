import type { Queryable, Tx } from '../../../database/connect.ts'

/** RFC 7517. */
export type PublicJwk = { kty: string; n: string; e: string }

/** What a key signs: badges, or the lists of revoked ones. */
export type KeyPurpose = 'badge' | 'status'

export type StoredKey = { id: string; purpose: KeyPurpose; publicJwk: PublicJwk; sealedPrivateKey: Buffer }

/** Without retired keys; newest first. */
export function listCurrentKeys(db: Queryable, purpose: KeyPurpose): Promise<StoredKey[]> {
  return db<StoredKey[]>`
    select id, purpose, public_jwk as "publicJwk", sealed_private_key as "sealedPrivateKey" from badge_keys
    where purpose = ${purpose} and retired_at is null order by created_at desc, id`
}

/** With retired keys; newest first. */
export function listPublicKeys(db: Queryable): Promise<Pick<StoredKey, 'id' | 'publicJwk'>[]> {
  return db<StoredKey[]>`select id, public_jwk as "publicJwk" from badge_keys order by created_at desc, id`
}

/** Lets one instance at a time create a key, until the transaction ends. */
export async function lockKeys(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('badge_keys', 0))`
}

export async function insertKey(tx: Tx, { id, purpose, publicJwk, sealedPrivateKey }: StoredKey): Promise<void> {
  await tx`
    insert into badge_keys (id, purpose, public_jwk, sealed_private_key)
    values (${id}, ${purpose}, ${tx.json(publicJwk)}, ${sealedPrivateKey})`
}
