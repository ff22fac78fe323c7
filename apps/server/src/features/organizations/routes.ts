import type { OrganizationPermission } from '@kitewise/contract/organization-entities'
import type { Context } from '../../context.ts'
import type { Handlers } from '../../platform/handler.ts'
import { asData, ok, refuse, type Result } from '../../platform/result.ts'
import { authorizeMember, type Membership } from './authorize-member.ts'
import { closeOrganization } from './close-organization.ts'
import {
  addGroup,
  assignCourse,
  changeGroupName,
  removeGroup,
  showAssignments,
  showOverdue,
  withdrawAssignment,
} from './groups.ts'
import { listGroups } from './groups.sql.ts'
import { listInvitations, listJoinLinks } from './invitations.sql.ts'
import {
  createJoinLink,
  previewInvitations,
  resendInvitation,
  sendInvitations,
  voidInvitation,
  voidJoinLink,
} from './invite.ts'
import { joinOrganization, listJoinOffers, mailJoinLink, registerToJoin, showJoinOffer } from './join.ts'
import { saveDigestWish } from './members.sql.ts'
import {
  changeOrganization,
  createOrganization,
  listOwnOrganizations,
  showLog,
  showOrganization,
} from './organization.ts'
import {
  changePersonsGroup,
  changeRole,
  changeSeat,
  exportPeople,
  filterFor,
  leaveOrganization,
  removePerson,
} from './people.ts'
import { listPeopleRows } from './people.sql.ts'

type OrganizationEndpoint =
  | 'createOrganization'
  | 'listOwnOrganizations'
  | 'getOrganization'
  | 'updateOrganization'
  | 'closeOrganization'
  | 'leaveOrganization'
  | 'updateMembership'
  | 'listAudit'
  | 'listPeople'
  | 'exportPeople'
  | 'changePersonsGroup'
  | 'changeRole'
  | 'giveSeat'
  | 'freeSeat'
  | 'removePerson'

type GroupEndpoint =
  | 'listGroups'
  | 'createGroup'
  | 'renameGroup'
  | 'deleteGroup'
  | 'listAssignments'
  | 'createAssignment'
  | 'deleteAssignment'
  | 'listOverdue'

type JoiningEndpoint =
  | 'previewInvitations'
  | 'sendInvitations'
  | 'listInvitations'
  | 'resendInvitation'
  | 'revokeInvitation'
  | 'listJoinLinks'
  | 'createJoinLink'
  | 'revokeJoinLink'
  | 'showJoinOffer'
  | 'listJoinOffers'
  | 'registerToJoin'
  | 'mailJoinLink'
  | 'joinOrganization'

type Asking = { session: { userId: string }; params: { organizationId: string } }

/** Runs the work of somebody who may do it; the answer is `data`. */
export async function asMember<T>(
  context: Context,
  { session, params }: Asking,
  permission: OrganizationPermission | 'any',
  work: (member: Membership) => Promise<Result<T>>,
): Promise<Result<{ data: T }>> {
  const place = { userId: session.userId, organizationId: params.organizationId }
  const found = await authorizeMember(context.db, place, permission)
  return found.ok ? asData(await work(found.value)) : found
}

type Done = { data: { done: true } }
const done: Done = { data: { done: true } }

/** The same for work without an answer of its own. */
export const doAsMember = async (
  context: Context,
  asking: Asking,
  permission: OrganizationPermission,
  work: (member: Membership) => Promise<Result<null>>,
): Promise<Result<Done>> => {
  const outcome = await asMember(context, asking, permission, work)
  return outcome.ok ? ok(done) : outcome
}

export const organizationRoutes: Handlers<OrganizationEndpoint> = {
  createOrganization: async (context, { session, body, language }) =>
    asData(await createOrganization(context, { userId: session.userId, wish: body, language })),
  listOwnOrganizations: async (context, { session, language }) =>
    ok({ data: await listOwnOrganizations(context, session.userId, language) }),
  getOrganization: async (context, request) =>
    asMember(context, request, 'any', (member) => showOrganization(context, member)),
  updateOrganization: async (context, request) =>
    asMember(context, request, 'settings', (member) => changeOrganization(context, member, request.body)),
  closeOrganization: async (context, request) =>
    doAsMember(context, request, 'settings', (member) => closeOrganization(context, member, request.body.name)),
  leaveOrganization: async (context, { session, params }) => {
    const place = { organizationId: params.organizationId, userId: session.userId }
    const left = await leaveOrganization(context, place)
    return left.ok ? ok(done) : left
  },
  updateMembership: async ({ db }, { session, params, body }) => {
    const place = { organizationId: params.organizationId, userId: session.userId }
    return (await saveDigestWish(db, place, body.wantsDigest)) ? ok(done) : refuse('not_found')
  },
  listAudit: async (context, request) =>
    asMember(context, request, 'settings', async ({ organizationId }) =>
      ok(await showLog(context, { organizationId, page: request.query.page, language: request.language })),
    ),

  listPeople: async (context, request) =>
    asMember(context, request, 'people', async (member) => {
      const { groupId = null, search = null, seat = null, ...order } = request.query
      const filter = filterFor(context, member, { groupId, search, seat })
      return ok(await listPeopleRows(context.db, context.catalog.courses, filter, order))
    }),
  exportPeople: async (context, request) =>
    asMember(context, request, 'people', async (member) =>
      ok(await exportPeople(context, member, request.query.groupId ?? null)),
    ),
  changePersonsGroup: async (context, request) =>
    doAsMember(context, request, 'people', (member) =>
      changePersonsGroup(context, member, { userId: request.params.userId, groupId: request.body.groupId }),
    ),
  changeRole: async (context, request) =>
    doAsMember(context, request, 'settings', (member) =>
      changeRole(context, member, { userId: request.params.userId, ...request.body }),
    ),
  giveSeat: async (context, request) =>
    doAsMember(context, request, 'people', (member) =>
      changeSeat(context, member, { userId: request.params.userId, wish: 'give' }),
    ),
  freeSeat: async (context, request) =>
    doAsMember(context, request, 'people', (member) =>
      changeSeat(context, member, { userId: request.params.userId, wish: 'free' }),
    ),
  removePerson: async (context, request) =>
    doAsMember(context, request, 'people', (member) => removePerson(context, member, request.params.userId)),
}

export const groupRoutes: Handlers<GroupEndpoint> = {
  listGroups: async (context, request) =>
    asMember(context, request, 'groups', async ({ organizationId, groups }) =>
      ok(await listGroups(context.db, organizationId, groups)),
    ),
  createGroup: async (context, request) =>
    asMember(context, request, 'settings', (member) => addGroup(context, member, request.body.name)),
  renameGroup: async (context, request) =>
    doAsMember(context, request, 'settings', (member) =>
      changeGroupName(context, member, { groupId: request.params.groupId, name: request.body.name }),
    ),
  deleteGroup: async (context, request) =>
    doAsMember(context, request, 'settings', (member) => removeGroup(context, member, request.params.groupId)),
  listAssignments: async (context, request) =>
    asMember(context, request, 'groups', async (member) =>
      ok(await showAssignments(context, member, request.language)),
    ),
  createAssignment: async (context, request) =>
    doAsMember(context, request, 'groups', (member) => assignCourse(context, member, request.body)),
  deleteAssignment: async (context, request) =>
    doAsMember(context, request, 'groups', (member) =>
      withdrawAssignment(context, member, request.params.assignmentId),
    ),
  listOverdue: async (context, request) =>
    asMember(context, request, 'groups', async (member) => ok(await showOverdue(context, member, request.language))),
}

export const joiningRoutes: Handlers<JoiningEndpoint> = {
  previewInvitations: async (context, request) =>
    asMember(context, request, 'people', (member) => previewInvitations(context, member, request.body)),
  sendInvitations: async (context, request) =>
    asMember(context, request, 'people', (member) => sendInvitations(context, member, request.body)),
  listInvitations: async (context, request) =>
    asMember(context, request, 'people', async ({ organizationId, groups }) => {
      const { page, state = null } = request.query
      return ok(await listInvitations(context.db, { organizationId, groups, state, page, now: context.clock() }))
    }),
  resendInvitation: async (context, request) =>
    doAsMember(context, request, 'people', (member) => resendInvitation(context, member, request.params.invitationId)),
  revokeInvitation: async (context, request) =>
    doAsMember(context, request, 'people', (member) => voidInvitation(context, member, request.params.invitationId)),
  listJoinLinks: async (context, request) =>
    asMember(context, request, 'people', async ({ organizationId, groups }) =>
      ok(await listJoinLinks(context.db, { organizationId, groups, now: context.clock() })),
    ),
  createJoinLink: async (context, request) =>
    asMember(context, request, 'people', (member) => createJoinLink(context, member, request.body)),
  revokeJoinLink: async (context, request) =>
    doAsMember(context, request, 'people', (member) => voidJoinLink(context, member, request.params.linkId)),

  showJoinOffer: async (context, { body }) => asData(await showJoinOffer(context, body.token)),
  listJoinOffers: async (context, { session }) => ok({ data: await listJoinOffers(context, session.userId) }),
  registerToJoin: async (context, { body, language, client }) =>
    asData(await registerToJoin(context, { ...body, language, networkKey: client.networkKey })),
  mailJoinLink: async (context, { body, session }) =>
    asData(await mailJoinLink(context, session.userId, body.organizationId)),
  joinOrganization: async (context, { body, session }) => asData(await joinOrganization(context, session.userId, body)),
}
