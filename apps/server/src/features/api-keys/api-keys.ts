import type { ApiKey } from '@kitewise/contract/api-key-endpoints'
import type { ApiScope } from '@kitewise/contract/public-api'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Membership } from '../organizations/authorize-member.ts'
import { logAct } from '../organizations/organization.ts'
import { lockOrganization } from '../organizations/organizations.sql.ts'
import {
  deleteKey,
  findKeyInUse,
  insertKey,
  listKeys,
  replaceSecret,
  type StoredKey,
  type UsedKey,
} from './api-keys.sql.ts'
import { hashSecret, makeSecret, readSecret } from './secret.ts'

export type { UsedKey }

const day = 86_400_000
const most = 50
const hintLength = 4

type WithSecret = ApiKey & { secret: string }

export async function showKeys(context: Context, { organizationId }: Membership): Promise<ApiKey[]> {
  const keys = await listKeys(context.db, organizationId, context.clock())
  return keys.map((key) => withLimit(context, key))
}

/** Each key is counted on its own, with the same limit. */
const withLimit = ({ config }: Context, key: StoredKey): ApiKey => ({
  ...key,
  requestsPerMinute: config.limits.publicApiPerMinute,
})

export function createKey(
  context: Context,
  member: Membership,
  { name, scopes, days }: { name: string; scopes: readonly ApiScope[]; days: number },
): Promise<Result<WithSecret>> {
  const { organizationId } = member
  return inTransaction(context.db, async (tx) => {
    await lockOrganization(tx, organizationId)
    const now = context.clock()
    if ((await listKeys(tx, organizationId, now)).length >= most) return refuse('too_many_api_keys')
    const [id, secret] = [context.newId(), makeSecret()]
    await insertKey(tx, {
      id,
      organizationId,
      name,
      scopes: [...new Set(scopes)],
      ...storedOf(secret),
      createdBy: member.userId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + days * day),
    })
    await logAct(tx, context, member, { kind: 'key.created', detail: name })
    const made = (await listKeys(tx, organizationId, now)).find((key) => key.id === id)
    return made ? ok({ ...withLimit(context, made), secret }) : refuse('not_found')
  })
}

const storedOf = (secret: string) => ({ secretHash: hashSecret(secret), hint: secret.slice(-hintLength) })

export function rotateKey(context: Context, member: Membership, id: string): Promise<Result<WithSecret>> {
  const { organizationId } = member
  return inTransaction(context.db, async (tx) => {
    const [now, secret] = [context.clock(), makeSecret()]
    const wish = { ...storedOf(secret), now, oldEndsAt: new Date(now.getTime() + day) }
    const name = await replaceSecret(tx, { organizationId, id }, wish)
    const key = (await listKeys(tx, organizationId, now)).find((one) => one.id === id)
    if (name === null || !key) return refuse('not_found')
    await logAct(tx, context, member, { kind: 'key.rotated', detail: name })
    return ok({ ...withLimit(context, key), secret })
  })
}

export function revokeKey(context: Context, member: Membership, id: string): Promise<Result<{ done: true }>> {
  return inTransaction(context.db, async (tx) => {
    const name = await deleteKey(tx, { organizationId: member.organizationId, id })
    if (name === null) return refuse('not_found')
    await logAct(tx, context, member, { kind: 'key.revoked', detail: name })
    return ok({ done: true })
  })
}

/** The key that an Authorization header proves; null without one that works. */
export async function findKey({ db, clock }: Context, authorization: string | undefined): Promise<UsedKey | null> {
  const secretHash = readSecret(authorization)
  return secretHash === null ? null : findKeyInUse(db, secretHash, clock())
}
