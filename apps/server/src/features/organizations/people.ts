import type { OrganizationPerson, OrganizationRole } from '@kitewise/contract/organization-entities'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { csvLine } from '../../platform/csv.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { revokeOrganizationSessions } from '../../platform/sessions.sql.ts'
import { type Membership, mayDo } from './authorize-member.ts'
import { findGroup } from './groups.sql.ts'
import { addToLog } from './log.ts'
import { findAnyUser } from '../accounts/users.sql.ts'
import { markRemoved } from './may-belong.ts'
import { deleteMember, findMember, hasOtherOwner, saveGroup, saveRole } from './members.sql.ts'
import { lockOrganization } from './organizations.sql.ts'
import { listPeopleRows, type PeopleFilter } from './people.sql.ts'
import { freeSeat, giveSeat, takeSeatBack } from './seats.ts'

type Wanted = Pick<PeopleFilter, 'search' | 'seat'> & { groupId: string | null }

export function today({ clock }: Pick<Context, 'clock'>): string {
  return clock().toISOString().slice(0, 10)
}

/** A manager's filter never reaches beyond the own groups. */
export function filterFor(context: Context, member: Membership, { groupId, search, seat }: Wanted): PeopleFilter {
  const wanted = groupId === null ? null : [groupId]
  const own = member.groups
  const groups = own === null ? wanted : (wanted ?? own).filter((id) => own.includes(id))
  return { organizationId: member.organizationId, groups, search, seat, today: today(context) }
}

const titles = [
  'name',
  'email',
  'group',
  'role',
  'seat',
  'joined',
  'daysLearned',
  'lastDay',
  'lessons',
  'courses',
  'certificates',
  'overdue',
]

/** As CSV; goes to the log. */
export async function exportPeople(
  context: Context,
  member: Membership,
  groupId: string | null,
): Promise<{ fileName: string; csv: string }> {
  const filter = filterFor(context, member, { groupId, search: null, seat: null })
  const order = { sort: 'name', direction: 'asc', page: 'all' } as const
  const { rows } = await listPeopleRows(context.db, context.catalog.courses, filter, order)
  await inTransaction(context.db, (tx) =>
    addToLog(tx, { ...logged(context, member), kind: 'people.exported', detail: String(rows.length) }),
  )
  return { fileName: `people-${filter.today}.csv`, csv: [csvLine(titles), ...rows.map(lineOf)].join('') }
}

const lineOf = (person: OrganizationPerson): string =>
  csvLine([
    person.name,
    person.email,
    person.group,
    person.role,
    person.seat,
    new Date(person.joinedAt * 1000).toISOString().slice(0, 10),
    person.daysLearned,
    person.lastDay,
    person.lessons,
    person.courses,
    person.certificates,
    person.overdue,
  ])

export function logged({ clock }: Pick<Context, 'clock'>, { organizationId, userId }: Membership) {
  return { organizationId, actorId: userId, at: clock() }
}

/** Whether this member of staff sees the person, who must belong to the organization. */
const findPerson = async (tx: Tx, member: Membership, userId: string) => {
  const person = await findMember(tx, member.organizationId, userId)
  const isSeen = person && (member.groups === null || member.groups.includes(person.groupId ?? ''))
  return isSeen ? person : null
}

export function changePersonsGroup(
  context: Context,
  member: Membership,
  { userId, groupId }: { userId: string; groupId: string | null },
): Promise<Result<null>> {
  return inTransaction(context.db, async (tx) => {
    await lockOrganization(tx, member.organizationId)
    if (!(await findPerson(tx, member, userId))) return refuse('not_found')
    if (!(await maySetGroup(tx, member, groupId))) return refuse('not_found')
    await saveGroup(tx, { organizationId: member.organizationId, userId }, groupId)
    await addToLog(tx, { ...logged(context, member), kind: 'person.group', subjectId: userId })
    return ok(null)
  })
}

/** A manager needs one of the own groups; without a group a person would be out of sight. */
export async function maySetGroup(tx: Tx, member: Membership, groupId: string | null): Promise<boolean> {
  if (groupId === null) return member.groups === null
  if (member.groups !== null && !member.groups.includes(groupId)) return false
  return (await findGroup(tx, member.organizationId, groupId)) !== null
}

export function changeRole(
  context: Context,
  member: Membership,
  wish: { userId: string; role: OrganizationRole; manages: readonly string[] },
): Promise<Result<null>> {
  const { userId, role } = wish
  return inTransaction(context.db, async (tx) => {
    await lockOrganization(tx, member.organizationId)
    const person = await findMember(tx, member.organizationId, userId)
    if (!person) return refuse('not_found')
    if (person.role === 'owner' && role !== 'owner' && !(await hasOtherOwner(tx, member.organizationId, userId)))
      return refuse('last_owner')
    await saveRole(tx, { organizationId: member.organizationId, userId }, wish)
    await addToLog(tx, { ...logged(context, member), kind: 'person.role', subjectId: userId, detail: role })
    return ok(null)
  })
}

export function changeSeat(
  context: Context,
  member: Membership,
  { userId, wish }: { userId: string; wish: 'give' | 'free' },
): Promise<Result<null>> {
  return inTransaction(context.db, async (tx) => {
    await lockOrganization(tx, member.organizationId)
    if (!(await findPerson(tx, member, userId))) return refuse('not_found')
    const place = { organizationId: member.organizationId, userId }
    const entry = { ...logged(context, member), subjectId: userId }
    if (wish === 'give') {
      const given = await giveSeat(tx, context, place)
      if (given.ok) await addToLog(tx, { ...entry, kind: 'seat.given' })
      return given
    }
    if (await takeSeatBack(tx, context, place)) await addToLog(tx, { ...entry, kind: 'seat.freed' })
    return ok(null)
  })
}

/** A manager can't remove owners and others with a role. */
export function removePerson(context: Context, member: Membership, userId: string): Promise<Result<null>> {
  return inTransaction(context.db, async (tx) => {
    await lockOrganization(tx, member.organizationId)
    const person = await findPerson(tx, member, userId)
    if (!person) return refuse('not_found')
    if (person.role !== 'member' && !mayDo(member.role, 'settings')) return refuse('forbidden')
    return dropMember(tx, context, { ...logged(context, member), userId, kind: 'person.removed' })
  })
}

export function leaveOrganization(
  context: Context,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<Result<null>> {
  return inTransaction(context.db, async (tx) => {
    await lockOrganization(tx, organizationId)
    if (!(await findMember(tx, organizationId, userId))) return refuse('not_found')
    const entry = { organizationId, actorId: userId, at: context.clock() }
    return dropMember(tx, context, { ...entry, userId, kind: 'person.left' })
  })
}

type Leaving = {
  organizationId: string
  /** Null for the organization's directory. */
  actorId: string | null
  at: Date
  userId: string
  kind: 'person.left' | 'person.removed'
}

/** Also ends the sessions that the organization's provider began. Who leaves by themselves gets no mail about it. Call it under `lockOrganization`. */
export async function dropMember(tx: Tx, context: Context, { userId, ...entry }: Leaving): Promise<Result<null>> {
  const { organizationId } = entry
  const person = await findMember(tx, organizationId, userId)
  if (person?.role === 'owner' && !(await hasOtherOwner(tx, organizationId, userId))) return refuse('last_owner')
  const endSeat = entry.kind === 'person.left' ? freeSeat : takeSeatBack
  await endSeat(tx, context, { organizationId, userId })
  await deleteMember(tx, organizationId, userId)
  const email = entry.kind === 'person.removed' ? (await findAnyUser(tx, userId))?.email : undefined
  if (email !== undefined) await markRemoved(tx, context, { organizationId, userId, email })
  await revokeOrganizationSessions(tx, { organizationId, userId })
  await addToLog(tx, { ...entry, subjectId: userId })
  return ok(null)
}
