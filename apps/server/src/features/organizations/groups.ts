import type { Assignment, OrganizationGroup, OverdueItem } from '@kitewise/contract/organization-entities'
import { pickWords } from '@kitewise/content/catalog'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Membership } from './authorize-member.ts'
import {
  deleteAssignment,
  deleteGroup,
  insertGroup,
  listAssignments,
  listOpenAssignments,
  renameGroup,
  saveAssignment,
} from './groups.sql.ts'
import { addToLog } from './log.ts'
import { logged, maySetGroup, today } from './people.ts'

/** In a language of the catalog; the ID for a course that is gone. */
export function courseTitle({ catalog }: Pick<Context, 'catalog'>, courseId: string, language: string): string {
  const course = catalog.findCourse(courseId)
  return course ? pickWords(course.words, language).words.title : courseId
}

export function addGroup(context: Context, member: Membership, name: string): Promise<Result<OrganizationGroup>> {
  return inTransaction(context.db, async (tx) => {
    const id = context.newId()
    if (!(await insertGroup(tx, { id, organizationId: member.organizationId, name }))) return refuse('group_exists')
    await addToLog(tx, { ...logged(context, member), kind: 'group.created', detail: name })
    return ok({ id, name, members: 0, assignments: 0 })
  })
}

export function changeGroupName(
  context: Context,
  member: Membership,
  { groupId, name }: { groupId: string; name: string },
): Promise<Result<null>> {
  return inTransaction(context.db, async (tx) => {
    const renamed = await renameGroup(tx, { id: groupId, organizationId: member.organizationId, name })
    if (renamed === null) return refuse('group_exists')
    if (!renamed) return refuse('not_found')
    await addToLog(tx, { ...logged(context, member), kind: 'group.renamed', detail: name })
    return ok(null)
  })
}

export function removeGroup(context: Context, member: Membership, groupId: string): Promise<Result<null>> {
  return inTransaction(context.db, async (tx) => {
    if (!(await deleteGroup(tx, member.organizationId, groupId))) return refuse('not_found')
    await addToLog(tx, { ...logged(context, member), kind: 'group.deleted' })
    return ok(null)
  })
}

export function assignCourse(
  context: Context,
  member: Membership,
  wish: { groupId: string; courseId: string; dueOn: string },
): Promise<Result<null>> {
  return inTransaction(context.db, async (tx) => {
    if (!(await maySetGroup(tx, member, wish.groupId))) return refuse('not_found')
    if (!context.catalog.findCourse(wish.courseId)) return refuse('course_not_found')
    if (wish.dueOn < today(context)) return refuse('due_date_past')
    const { organizationId } = member
    await saveAssignment(tx, { ...wish, id: context.newId(), organizationId, at: context.clock() })
    await addToLog(tx, { ...logged(context, member), kind: 'assignment.created', detail: wish.courseId })
    return ok(null)
  })
}

export function withdrawAssignment(context: Context, member: Membership, id: string): Promise<Result<null>> {
  return inTransaction(context.db, async (tx) => {
    const { organizationId, groups } = member
    const courseId = await deleteAssignment(tx, { id, organizationId, groups })
    if (courseId === null) return refuse('not_found')
    await addToLog(tx, { ...logged(context, member), kind: 'assignment.deleted', detail: courseId })
    return ok(null)
  })
}

export async function showAssignments(context: Context, member: Membership, language: string): Promise<Assignment[]> {
  const rows = await listAssignments(context.db, context.catalog.courses, member)
  const now = today(context)
  return rows.map((row) => ({
    ...row,
    course: courseTitle(context, row.courseId, language),
    isOverdue: row.dueOn < now && row.finished < row.members,
  }))
}

export async function showOverdue(context: Context, member: Membership, language: string): Promise<OverdueItem[]> {
  const { organizationId, groups } = member
  const wanted = { organizationId, groups, from: '2000-01-01', before: today(context) }
  const rows = await listOpenAssignments(context.db, context.catalog.courses, wanted)
  return rows.map((row) => ({ ...row, course: courseTitle(context, row.courseId, language) }))
}
