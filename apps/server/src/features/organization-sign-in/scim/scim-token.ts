import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../database/transaction.ts'
import { ok, refuse, type Result } from '../../../platform/result.ts'
import type { Membership } from '../../organizations/authorize-member.ts'
import { logAct } from '../../organizations/organization.ts'
import { hasAnyProvedDomain } from '../domains.sql.ts'
import { acceptsScimToken, insertScimToken } from './scim-tokens.sql.ts'

/** Its beginning tells secret scanners what it is. */
const pattern = /^kws_[\w-]{43}$/

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Shown once: only its hash is stored. */
export async function createScimToken(context: Context, member: Membership): Promise<Result<{ token: string }>> {
  const { db } = context
  const { organizationId } = member
  if (!(await hasAnyProvedDomain(db, organizationId))) return refuse('domain_missing')
  const token = `kws_${randomBytes(32).toString('base64url')}`
  await inTransaction(db, async (tx) => {
    await insertScimToken(tx, organizationId, hashToken(token))
    await logAct(tx, context, member, { kind: 'directory.opened' })
  })
  return ok({ token })
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a request with this Authorization header may provision people of the organization. */
export async function mayProvision(
  { db }: Context,
  { organizationId, authorization = '' }: { organizationId: string; authorization?: string | undefined },
): Promise<boolean> {
  const token = authorization.replace(/^Bearer /i, '')
  if (!pattern.test(token) || !uuid.test(organizationId)) return false
  return acceptsScimToken(db, organizationId, hashToken(token))
}
