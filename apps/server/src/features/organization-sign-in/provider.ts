import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { isLoopback } from '../../adapters/private-address.ts'
import { isPublicUrl, makePublicFetch } from '../../platform/fetch-public.ts'
import { discover, type IdentityProvider, isSameIssuer } from '../../platform/identity-provider.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { openSecret, sealSecret } from '../../platform/sealed-secret.ts'
import { revokeOrganizationSessions, revokeSessions } from '../../platform/sessions.sql.ts'
import type { Membership } from '../organizations/authorize-member.ts'
import { logAct } from '../organizations/organization.ts'
import { hasAnyProvedDomain } from './domains.sql.ts'
import { deleteIdentities } from './identities.sql.ts'
import {
  deleteProvider,
  findProvider,
  listBoundMembers,
  saveProvider as save,
  saveRequired,
  type StoredProvider,
} from './providers.sql.ts'

const purpose = 'identity provider secret'

/** How to reach an organization's provider; null if its secret was encrypted with another SESSION_SECRET. */
export function openProvider(
  { config }: Pick<Context, 'config'>,
  { issuer, clientId, sealedClientSecret }: StoredProvider,
): IdentityProvider | null {
  const clientSecret = openSecret(config.sessionSecret, purpose, sealedClientSecret)?.toString()
  return clientSecret === undefined
    ? null
    : { issuer, clientId, clientSecret, fetch: makePublicFetch(config.localProviders) }
}

type Wanted = { issuer: string; clientId: string; clientSecret: string | null }

/** Another issuer or client knows other people by the same names, so all links end. */
export function saveProvider(context: Context, member: Membership, wanted: Wanted): Promise<Result<null>> {
  const { organizationId } = member
  const { config, db } = context
  const given = readIssuer(config, wanted.issuer)
  if (given === null) return Promise.resolve(refuse('provider_invalid'))
  return inTransaction(db, async (tx) => {
    const { clientId, clientSecret } = wanted
    const before = await findProvider(tx, organizationId)
    const isSame = before !== null && isSameIssuer(before.issuer, given) && before.clientId === clientId
    // The links to accounts name it as it was first written.
    const issuer = isSame ? before.issuer : given
    if (clientSecret === null && !isSame) return refuse('provider_secret_missing')
    const sealedClientSecret =
      clientSecret === null
        ? before?.sealedClientSecret
        : sealSecret(config.sessionSecret, purpose, Buffer.from(clientSecret))
    if (sealedClientSecret === undefined) return refuse('provider_secret_missing')
    if (before && !isSame) await endLinks(tx, organizationId)
    await save(tx, organizationId, { issuer, clientId, sealedClientSecret })
    await logAct(tx, context, member, { kind: 'provider.saved', detail: new URL(issuer).host })
    return ok(null)
  })
}

const readIssuer = ({ localProviders }: Context['config'], given: string): string | null => {
  const issuer = given.trim().replace(/\/\.well-known\/openid-configuration$/, '')
  if (!URL.canParse(issuer)) return null
  const { href, search, hash } = new URL(issuer)
  const isAllowed = isPublicUrl(href) || (localProviders && isLoopback(href))
  return isAllowed && search === '' && hash === '' ? href : null
}

const endLinks = async (tx: Parameters<typeof deleteIdentities>[0], organizationId: string): Promise<void> => {
  for (const userId of await deleteIdentities(tx, organizationId))
    await revokeOrganizationSessions(tx, { organizationId, userId })
}

export async function testProvider(
  context: Context,
  organizationId: string,
): Promise<Result<'works' | 'no_answer' | 'other_issuer' | 'not_openid'>> {
  const stored = await findProvider(context.db, organizationId)
  const provider = stored && openProvider(context, stored)
  if (!provider) return refuse('provider_missing')
  try {
    await discover(provider)
    return ok('works')
  } catch (error) {
    const { code = '', message = '' } = error as { code?: string; message?: string }
    context.log.info({ organizationId, code }, 'the test of an identity provider failed')
    if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return ok('other_issuer')
    return ok(message === 'fetch failed' || /TIMEOUT|ABORT/.test(code) ? 'no_answer' : 'not_openid')
  }
}

/** Requiring it ends the sessions that didn't begin there, of members who must use it from now on. */
export function requireProvider(context: Context, organizationId: string, isRequired: boolean): Promise<Result<null>> {
  return inTransaction(context.db, async (tx) => {
    if (!(await findProvider(tx, organizationId))) return refuse('provider_missing')
    if (isRequired && !(await hasAnyProvedDomain(tx, organizationId))) return refuse('domain_missing')
    await saveRequired(tx, organizationId, isRequired)
    const bound = isRequired ? await listBoundMembers(tx, organizationId) : []
    for (const userId of bound) await revokeSessions(tx, userId, { keptSessionId: null, reason: 'organization' })
    return ok(null)
  })
}

/** Ends all links to it, and the sessions that it began. */
export function removeProvider({ db }: Context, organizationId: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    await deleteProvider(tx, organizationId)
    await endLinks(tx, organizationId)
  })
}
