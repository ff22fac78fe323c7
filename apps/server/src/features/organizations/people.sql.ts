import { organizationPageSize } from '@kitewise/contract/choices'
import type { OrganizationPerson, PeopleColumn, SeatState } from '@kitewise/contract/organization-entities'
import type { CatalogCourse } from '@kitewise/content/catalog'
import type { Queryable } from '../../database/connect.ts'

export type PeopleFilter = {
  organizationId: string
  /** Only people of these groups; null for everybody. */
  groups: readonly string[] | null
  /** Part of a name or an address. */
  search: string | null
  seat: SeatState | null
  /** YYYY-MM-DD; assignments due before it are overdue. */
  today: string
}

export type PeopleOrder = { sort: PeopleColumn; direction: 'asc' | 'desc'; page: number | 'all' }

/** A page of people with their progress, and how many there are in all. What a learner wrote, answered or scored isn't read. */
export async function listPeopleRows(
  db: Queryable,
  courses: readonly CatalogCourse[],
  filter: PeopleFilter,
  { sort, direction, page }: PeopleOrder,
): Promise<{ rows: OrganizationPerson[]; total: number }> {
  const { ids, courseIds, pattern, groups, limit, offset } = valuesOf(courses, filter, page)
  const rows = await db<(OrganizationPerson & { total: number })[]>`
    with catalog as materialized (
      select lesson_id, course_id, count(*) over (partition by course_id) as total
      from unnest(${ids}::text[], ${courseIds}::text[]) as listed (lesson_id, course_id)),
    members as (
      select m.user_id, m.role, m.group_id, g.name as "group", m.joined_at, u.email, u.first_name,
        case when s.id is not null then 'taken' when m.wants_seat_since is not null then 'waiting' else 'none' end as seat,
        array(select gm.group_id::text from organization_group_managers gm join organization_groups mg on mg.id = gm.group_id
          where gm.user_id = m.user_id and mg.organization_id = m.organization_id) as manages
      from organization_members m join users u on u.id = m.user_id and u.deactivated_at is null
        left join organization_groups g on g.id = m.group_id
        left join organization_seats s on s.organization_id = m.organization_id and s.user_id = m.user_id
      where m.organization_id = ${filter.organizationId}
        and (${groups}::uuid[] is null or m.group_id = any(${groups}::uuid[]))
        and (${pattern}::text is null or u.email ilike ${pattern} or u.first_name ilike ${pattern})),
    figures as (
      select members.*, d.days, d.last_day::text as last_day, l.lessons, cardinality(f.courses) as courses, c.certificates,
        o.overdue
      from members
        cross join lateral (
          select count(*)::int as days, max(day) as last_day from learned_days where user_id = members.user_id) as d
        cross join lateral (
          select count(*)::int as lessons from lesson_progress
          where user_id = members.user_id and finished_at is not null) as l
        cross join lateral (
          select array(select k.course_id from lesson_progress p join catalog k on k.lesson_id = p.lesson_id
            where p.user_id = members.user_id and p.finished_at is not null
            group by k.course_id, k.total having count(*) = k.total) as courses) as f
        cross join lateral (select count(*)::int as certificates from certificates where user_id = members.user_id) as c
        cross join lateral (
          select count(*)::int as overdue from organization_assignments
          where group_id = members.group_id and due_on < ${filter.today}::date and course_id <> all(f.courses)) as o
      where ${filter.seat}::text is null or members.seat = ${filter.seat}),
    sorted as (
      select figures.*,
        case ${sort} when 'name' then lower(coalesce(first_name, email)) when 'group' then lower("group") when 'seat' then seat
          when 'lastDay' then last_day end as words,
        case ${sort} when 'joined' then extract(epoch from joined_at) when 'daysLearned' then days when 'lessons' then lessons
          when 'courses' then courses when 'certificates' then certificates when 'overdue' then overdue end as number
      from figures)
    select user_id as "userId", first_name as name, email, role, group_id as "groupId", "group", manages, seat,
      floor(extract(epoch from joined_at))::float8 as "joinedAt", days as "daysLearned", last_day as "lastDay", lessons,
      courses, certificates, overdue, count(*) over ()::int as total
    from sorted
    order by case when ${direction} = 'asc' then words end, case when ${direction} = 'desc' then words end desc nulls last,
      case when ${direction} = 'asc' then number end, case when ${direction} = 'desc' then number end desc nulls last,
      email, user_id
    limit ${limit} offset ${offset}`
  return { rows, total: rows[0]?.total ?? 0 }
}

/** Far above the largest contract. */
const mostExported = 100_000

const valuesOf = (courses: readonly CatalogCourse[], { search, groups }: PeopleFilter, page: PeopleOrder['page']) => {
  const lessons = courses.flatMap((course) => course.lessons.map(({ id }) => ({ id, courseId: course.id })))
  return {
    ids: lessons.map(({ id }) => id),
    courseIds: lessons.map(({ courseId }) => courseId),
    pattern: search === null ? null : `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
    groups: groups === null ? null : [...groups],
    limit: page === 'all' ? mostExported : organizationPageSize,
    offset: page === 'all' ? 0 : (page - 1) * organizationPageSize,
  }
}
