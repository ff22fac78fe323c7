import type { CatalogCourse } from '@kitewise/content/catalog'
import type { OrganizationGroup } from '@kitewise/contract/organization-entities'
import type { Queryable, Tx } from '../../database/connect.ts'

/** By name; `only`: these, or null for all. */
export function listGroups(
  db: Queryable,
  organizationId: string,
  only: readonly string[] | null = null,
): Promise<OrganizationGroup[]> {
  return db<OrganizationGroup[]>`
    select g.id, g.name, (select count(*)::int from organization_members m where m.group_id = g.id) as members,
      (select count(*)::int from organization_assignments a where a.group_id = g.id) as assignments
    from organization_groups g
    where g.organization_id = ${organizationId} and (${only === null ? null : [...only]}::uuid[] is null
      or g.id = any(${only === null ? null : [...only]}::uuid[]))
    order by lower(g.name), g.id`
}

export async function findGroup(db: Queryable, organizationId: string, id: string): Promise<{ name: string } | null> {
  const [row] = await db<{ name: string }[]>`
    select name from organization_groups where organization_id = ${organizationId} and id = ${id}`
  return row ?? null
}

/** False if another group has this name. */
export async function insertGroup(
  tx: Tx,
  { id, organizationId, name }: { id: string; organizationId: string; name: string },
): Promise<boolean> {
  const { count } = await tx`
    insert into organization_groups (id, organization_id, name) values (${id}, ${organizationId}, ${name})
    on conflict (organization_id, name) do nothing`
  return count > 0
}

/** Null if another group has this name; false without such a group. */
export async function renameGroup(
  tx: Tx,
  { id, organizationId, name }: { id: string; organizationId: string; name: string },
): Promise<boolean | null> {
  const taken = await tx`
    select 1 from organization_groups where organization_id = ${organizationId} and name = ${name} and id <> ${id}`
  if (taken.length > 0) return null
  const { count } = await tx`
    update organization_groups set name = ${name} where organization_id = ${organizationId} and id = ${id}`
  return count > 0
}

export async function deleteGroup(tx: Tx, organizationId: string, id: string): Promise<boolean> {
  const { count } = await tx`delete from organization_groups where organization_id = ${organizationId} and id = ${id}`
  return count > 0
}

/** Another day for the same course moves it. */
export async function saveAssignment(
  tx: Tx,
  assignment: { id: string; organizationId: string; groupId: string; courseId: string; dueOn: string; at: Date },
): Promise<void> {
  const { id, organizationId, groupId, courseId, dueOn, at } = assignment
  await tx`
    insert into organization_assignments (id, organization_id, group_id, course_id, due_on, created_at)
    values (${id}, ${organizationId}, ${groupId}, ${courseId}, ${dueOn}::date, ${at})
    on conflict (group_id, course_id) do update set due_on = excluded.due_on`
}

/** Only of one of the groups, or of any with null. Returns the course. */
export async function deleteAssignment(
  tx: Tx,
  { id, organizationId, groups }: { id: string; organizationId: string; groups: readonly string[] | null },
): Promise<string | null> {
  const [row] = await tx<{ courseId: string }[]>`
    delete from organization_assignments
    where id = ${id} and organization_id = ${organizationId}
      and (${groups === null ? null : [...groups]}::uuid[] is null or group_id = any(${groups === null ? null : [...groups]}::uuid[]))
    returning course_id as "courseId"`
  return row?.courseId ?? null
}

export type AssignmentRow = {
  id: string
  groupId: string
  group: string
  courseId: string
  dueOn: string
  members: number
  finished: number
}

const lessonsOf = (courses: readonly CatalogCourse[]) => {
  const lessons = courses.flatMap((course) => course.lessons.map(({ id }) => ({ id, courseId: course.id })))
  return { ids: lessons.map(({ id }) => id), courseIds: lessons.map(({ courseId }) => courseId) }
}

/** The earliest due date first. */
export function listAssignments(
  db: Queryable,
  courses: readonly CatalogCourse[],
  { organizationId, groups }: { organizationId: string; groups: readonly string[] | null },
): Promise<AssignmentRow[]> {
  const { ids, courseIds } = lessonsOf(courses)
  return db<AssignmentRow[]>`
    with catalog as materialized (
      select lesson_id, course_id, count(*) over (partition by course_id) as total
      from unnest(${ids}::text[], ${courseIds}::text[]) as listed (lesson_id, course_id))
    select a.id, a.group_id as "groupId", g.name as group, a.course_id as "courseId", a.due_on::text as "dueOn",
      m.members, m.finished
    from organization_assignments a join organization_groups g on g.id = a.group_id
      cross join lateral (
        select count(*)::int as members, count(*) filter (where f.is_finished)::int as finished
        from organization_members p cross join lateral (
            select 1 from users where id = p.user_id and deactivated_at is null offset 0) as u
          cross join lateral (
            select count(*) > 0 and count(*) = max(k.total) as is_finished from lesson_progress l
              join catalog k on k.lesson_id = l.lesson_id
            where l.user_id = p.user_id and l.finished_at is not null and k.course_id = a.course_id) as f
        where p.group_id = a.group_id) as m
    where a.organization_id = ${organizationId} and (${groups === null ? null : [...groups]}::uuid[] is null
      or a.group_id = any(${groups === null ? null : [...groups]}::uuid[]))
    order by a.due_on, g.name, a.id`
}

export type OpenAssignment = {
  assignmentId: string
  organizationId: string
  userId: string
  name: string | null
  email: string
  language: string
  group: string
  courseId: string
  dueOn: string
  lessons: number
  lessonsOfCourse: number
}

type Wanted = {
  organizationId: string
  groups: readonly string[] | null
  /** Due from the first day, before the second. */
  from: string
  before: string
}

/** People of groups who haven't finished an assigned course that is due in this time; the earliest due date first. */
export function listOpenAssignments(
  db: Queryable,
  courses: readonly CatalogCourse[],
  { organizationId, groups, from, before }: Wanted,
): Promise<OpenAssignment[]> {
  const { ids, courseIds } = lessonsOf(courses)
  return db<OpenAssignment[]>`
    with catalog as materialized (
      select lesson_id, course_id from unnest(${ids}::text[], ${courseIds}::text[]) as listed (lesson_id, course_id)),
    due as materialized (
      select a.id, a.organization_id, a.group_id, a.course_id, a.due_on,
        (select count(*)::int from catalog k where k.course_id = a.course_id) as lessons
      from organization_assignments a
      where a.due_on >= ${from}::date and a.due_on < ${before}::date
        and a.organization_id = ${organizationId}
        and (${groups === null ? null : [...groups]}::uuid[] is null
          or a.group_id = any(${groups === null ? null : [...groups]}::uuid[])))
    select due.id as "assignmentId", due.organization_id as "organizationId", p.user_id as "userId", u.first_name as name,
      u.email, u.lang as language, g.name as group, due.course_id as "courseId", due.due_on::text as "dueOn",
      f.lessons, due.lessons as "lessonsOfCourse"
    from due join organization_groups g on g.id = due.group_id
      join organization_members p on p.group_id = due.group_id
      cross join lateral (
        select * from users where id = p.user_id and deactivated_at is null and blocked_at is null offset 0) as u
      cross join lateral (
        select count(*)::int as lessons from lesson_progress l join catalog k on k.lesson_id = l.lesson_id
        where l.user_id = p.user_id and l.finished_at is not null and k.course_id = due.course_id) as f
    where f.lessons < due.lessons
    order by due.due_on, due.id, p.user_id limit 1000`
}

/** Courses that a group should finish. */
export function listGroupsAssignments(db: Queryable, groupId: string): Promise<{ courseId: string; dueOn: string }[]> {
  return db<{ courseId: string; dueOn: string }[]>`
    select course_id as "courseId", due_on::text as "dueOn" from organization_assignments
    where group_id = ${groupId} order by due_on, course_id`
}

/** Organizations with an assignment due from the first day, before the second. */
export async function listOrganizationsDue(db: Queryable, from: string, before: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select distinct organization_id as id from organization_assignments
    where due_on >= ${from}::date and due_on < ${before}::date order by organization_id`
  return rows.map(({ id }) => id)
}
