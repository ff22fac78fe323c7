import type {
  AuditEntry,
  AuditKind,
  Organization,
  OrganizationWish,
  OwnOrganization,
} from '@kitewise/contract/organization-entities'
import { readEmailAddress } from '@kitewise/rules/account'
import { isOrganizationName } from '@kitewise/rules/organization-name'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { countFinishedLessons } from '../learning/progress.sql.ts'
import { type Membership, permissions } from './authorize-member.ts'
import { registerCompany } from './contracts.ts'
import { courseTitle } from './groups.ts'
import { listGroupsAssignments } from './groups.sql.ts'
import { listLog } from './log.sql.ts'
import { addToLog } from './log.ts'
import { insertMember } from './members.sql.ts'
import {
  countCreated,
  findOrganization,
  insertOrganization,
  listOwnRows,
  type OwnRow,
  saveDetails,
} from './organizations.sql.ts'
import { logged } from './people.ts'
import { countSeats } from './seats.sql.ts'

/** Closing one doesn't make room for another. */
const mostInAYear = 10
const yearMs = 365 * 86_400_000

export async function createOrganization(
  context: Context,
  { userId, wish, language }: { userId: string; wish: OrganizationWish; language: string },
): Promise<Result<Organization>> {
  const billingEmail = readEmailAddress(wish.billingEmail)
  if (billingEmail === null) return refuse('invalid_email')
  if (!isOrganizationName(wish.name)) return refuse('organization_name_invalid')
  const [id, at] = [context.newId(), context.clock()]
  const isCreated = await inTransaction(context.db, async (tx) => {
    await tx`select 1 from users where id = ${userId} for no key update`
    if ((await countCreated(tx, userId, new Date(at.getTime() - yearMs))) >= mostInAYear) return false
    await insertOrganization(tx, id, { wish: { ...wish, billingEmail }, userId, language, at })
    await insertMember(tx, { organizationId: id, userId, role: 'owner', groupId: null, at })
    await addToLog(tx, { organizationId: id, at, kind: 'organization.created', actorId: userId })
    return true
  })
  if (!isCreated) return refuse('too_many_organizations')
  return showOrganization(context, { organizationId: id, userId, role: 'owner', groups: null })
}

export async function showOrganization({ db }: Context, member: Membership): Promise<Result<Organization>> {
  const found = await findOrganization(db, member.organizationId)
  if (!found) return refuse('not_found')
  const { role } = member
  const seats = await countSeats(db, member.organizationId)
  return ok({ ...found, role, permissions: [...permissions[role]], seats })
}

export async function changeOrganization(
  context: Context,
  member: Membership,
  wish: OrganizationWish & { joinsByDomain: boolean },
): Promise<Result<Organization>> {
  const billingEmail = readEmailAddress(wish.billingEmail)
  if (billingEmail === null) return refuse('invalid_email')
  if (!isOrganizationName(wish.name)) return refuse('organization_name_invalid')
  await inTransaction(context.db, async (tx) => {
    await saveDetails(tx, member.organizationId, { ...wish, billingEmail })
    await addToLog(tx, { ...logged(context, member), kind: 'organization.changed' })
  })
  const stored = await findOrganization(context.db, member.organizationId)
  if (stored?.provider === context.payments.provider) await registerCompany(context, member.organizationId)
  return showOrganization(context, member)
}

export async function listOwnOrganizations(
  context: Context,
  userId: string,
  language: string,
): Promise<OwnOrganization[]> {
  const rows = await listOwnRows(context.db, userId)
  const finished = rows.length === 0 ? new Set<string>() : await listFinishedCourses(context, userId)
  return Promise.all(rows.map((row) => presentOwn(context, { row, finished, language })))
}

const listFinishedCourses = async ({ db, catalog }: Context, userId: string): Promise<Set<string>> => {
  const counts = await countFinishedLessons(db, userId)
  const isWhole = ({ courseId, lessons }: { courseId: string; lessons: number }) =>
    lessons >= (catalog.findCourse(courseId)?.lessons.length ?? Infinity)
  return new Set(counts.filter(isWhole).map(({ courseId }) => courseId))
}

const presentOwn = async (
  context: Context,
  { row, finished, language }: { row: OwnRow; finished: ReadonlySet<string>; language: string },
): Promise<OwnOrganization> => {
  const { id, name, role, group, wantsDigest, accessUntil, groupId } = row
  const assigned = groupId === null ? [] : await listGroupsAssignments(context.db, groupId)
  return {
    id,
    name,
    role,
    group,
    wantsDigest,
    accessUntil,
    permissions: [...permissions[role]],
    seat: row.hasSeat ? 'taken' : row.isWaiting ? 'waiting' : 'none',
    assignments: assigned.map(({ courseId, dueOn }) => ({
      courseId,
      dueOn,
      course: courseTitle(context, courseId, language),
      isFinished: finished.has(courseId),
    })),
  }
}

/** Newest first. Courses by title, in a language of the catalog. */
export async function showLog(
  context: Context,
  { organizationId, page, language }: { organizationId: string; page: number; language: string },
): Promise<{ rows: AuditEntry[]; total: number }> {
  const { rows, total } = await listLog(context.db, organizationId, page)
  const titled = rows.map((row) => {
    const courseId = row.kind.startsWith('assignment.') ? row.detail : null
    return courseId === null ? row : { ...row, detail: courseTitle(context, courseId, language) }
  })
  return { rows: titled, total }
}

/** For other features: writes down what a member did, or a program (without a user). @param detail names nobody */
export function logAct(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { organizationId, userId }: { organizationId: string; userId: string | null },
  act: { kind: AuditKind; detail?: string; subjectId?: string },
): Promise<void> {
  return addToLog(tx, { organizationId, at: clock(), actorId: userId, ...act })
}
