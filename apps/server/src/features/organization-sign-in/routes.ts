import { readEmailAddress } from '@kitewise/rules/account'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Handlers } from '../../platform/handler.ts'
import { asData, ok, refuse, type Result } from '../../platform/result.ts'
import { authorizeMember, type Membership } from '../organizations/authorize-member.ts'
import { addDomain, checkDomain, presentDomain } from './domains.ts'
import { deleteDomain, findOrganizationOfDomain, listDomains } from './domains.sql.ts'
import { deleteConnectionsOfClosed, deleteOldWays, listLinkedOrganizations } from './identities.sql.ts'
import {
  confirmWithLink,
  confirmWithPasskey,
  confirmWithPin,
  mailConfirmation,
  unlinkOrganization,
} from './link-account.ts'
import { removeProvider, requireProvider, saveProvider, testProvider } from './provider.ts'
import { findProvider } from './providers.sql.ts'
import { createScimToken } from './scim/scim-token.ts'
import { deleteOldScimTokens, deleteScimTokens, listScimTokens } from './scim/scim-tokens.sql.ts'
import { beginSignIn, finishSignIn, returnAddressOf } from './sign-in.ts'

type SignInEndpoint =
  | 'findOrganizationSignIn'
  | 'organizationSignIn'
  | 'beginOrganizationSignIn'
  | 'finishOrganizationSignIn'
  | 'confirmWithPin'
  | 'confirmWithPasskey'
  | 'listOrganizationLinks'
  | 'unlinkOrganization'
  | 'mailConfirmation'
  | 'confirmWithLink'

export const organizationSignInRoutes: Handlers<SignInEndpoint> = {
  findOrganizationSignIn: async ({ db }, { body }) => {
    const domain = readEmailAddress(body.email)?.split('@')[1]
    return ok({ data: { organization: domain === undefined ? null : await findOrganizationOfDomain(db, domain) } })
  },
  organizationSignIn: async ({ db }, { params: { organizationId } }) => {
    const provider = await findProvider(db, organizationId)
    return provider ? ok({ data: { organizationId, name: provider.name } }) : refuse('not_found')
  },
  beginOrganizationSignIn: async (context, { params, body, session, client }) =>
    asData(await beginSignIn(context, { ...params, ...body, session, client })),
  finishOrganizationSignIn: async (context, { params, body, session, client, language }) =>
    asData(await finishSignIn(context, { ...params, ...body, session, client, language })),
  confirmWithPin: async (context, { params, body, client }) =>
    asData(await confirmWithPin(context, { ...params, ...body, client })),
  confirmWithPasskey: async (context, { params, body, client }) =>
    asData(await confirmWithPasskey(context, { ...params, ...body, client })),
  listOrganizationLinks: async ({ db }, { session }) => {
    const links = await listLinkedOrganizations(db, session.userId)
    const present = ({ linkedAt, lastUsedAt, ...link }: (typeof links)[number]) => ({
      ...link,
      linkedAt: linkedAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    })
    return ok({ data: links.map(present) })
  },
  unlinkOrganization: async (context, { params, session }) =>
    (await unlinkOrganization(context, { ...params, userId: session.userId })) ? done() : refuse('not_found'),
  mailConfirmation: async (context, { params, body, client, language }) => {
    const mailed = await mailConfirmation(context, { ...params, ...body, client, language })
    return mailed.ok ? ok({ data: { sent: true } }) : mailed
  },
  confirmWithLink: async (context, { params, body, client, language }) =>
    asData(await confirmWithLink(context, { ...params, ...body, client, language })),
}

type SettingEndpoint =
  | 'signInSettings'
  | 'addDomain'
  | 'checkDomain'
  | 'removeDomain'
  | 'saveProvider'
  | 'testProvider'
  | 'requireProvider'
  | 'removeProvider'
  | 'createScimToken'
  | 'removeScimTokens'

const done = () => ok({ data: { done: true as const } })

type OwnerRequest = { params: { organizationId: string }; session: { userId: string } }

/** Only for owners. */
const forOwner =
  <Request extends OwnerRequest, T>(
    handle: (context: Context, request: Request, member: Membership) => Promise<Result<T>>,
  ) =>
  async (context: Context, request: Request): Promise<Result<T>> => {
    const { organizationId } = request.params
    const wanted = { organizationId, userId: request.session.userId }
    const authorized = await authorizeMember(context.db, wanted, 'settings')
    return authorized.ok ? handle(context, request, authorized.value) : authorized
  }

export const organizationSettingRoutes: Handlers<SettingEndpoint> = {
  signInSettings: forOwner(async (context, { params }) =>
    ok({ data: await readSettings(context, params.organizationId) }),
  ),
  addDomain: forOwner(async (context, { body }, member) => {
    const added = await addDomain(context, member, body.domain)
    return added.ok ? ok({ data: presentDomain(added.value) }) : added
  }),
  checkDomain: forOwner(async (context, { params }) => {
    const checked = await checkDomain(context, params)
    if (!checked.ok) return checked
    return ok({ data: { domain: presentDomain(checked.value.domain), found: checked.value.found } })
  }),
  removeDomain: forOwner(async ({ db }, { params }) =>
    (await inTransaction(db, (tx) => deleteDomain(tx, params))) ? done() : refuse('not_found'),
  ),
  saveProvider: forOwner(async (context, { body }, member) => {
    const saved = await saveProvider(context, member, body)
    return saved.ok ? done() : saved
  }),
  testProvider: forOwner(async (context, { params }) => {
    const tested = await testProvider(context, params.organizationId)
    return tested.ok ? ok({ data: { result: tested.value } }) : tested
  }),
  requireProvider: forOwner(async (context, { params, body }) => {
    const required = await requireProvider(context, params.organizationId, body.isRequired)
    return required.ok ? done() : required
  }),
  removeProvider: forOwner(async (context, { params }) => {
    await removeProvider(context, params.organizationId)
    return done()
  }),
  createScimToken: forOwner(async (context, _request, member) => asData(await createScimToken(context, member))),
  removeScimTokens: forOwner(async ({ db }, { params }) => {
    await deleteScimTokens(db, params.organizationId)
    return done()
  }),
}

const readSettings = async (context: Context, organizationId: string) => {
  const { db, config } = context
  const provider = await findProvider(db, organizationId)
  const tokens = await listScimTokens(db, organizationId)
  return {
    domains: (await listDomains(db, organizationId)).map(presentDomain),
    provider: provider && { issuer: provider.issuer, clientId: provider.clientId, isRequired: provider.isRequired },
    scim: {
      address: `${config.publicUrl}/scim/v2/${organizationId}`,
      tokens: tokens.map(({ createdAt, lastUsedAt, endsAt }) => ({
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
        endsAt: endsAt?.toISOString() ?? null,
      })),
    },
    returnAddress: returnAddressOf(context, organizationId),
    signInAddress: `${config.publicUrl}/sso/${organizationId}`,
  }
}

export async function purgeOrganizationSignIns({ db, clock }: Context): Promise<void> {
  await deleteOldWays(db)
  await deleteOldScimTokens(db)
  await deleteConnectionsOfClosed(db, clock())
}
