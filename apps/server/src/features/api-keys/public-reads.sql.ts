import type { PublicCertificate, PublicPerson, PublicProgress } from '@kitewise/contract/public-api'
import type { CatalogCourse } from '@kitewise/content/catalog'
import type { Queryable } from '../../database/connect.ts'

/** Rows after the person `after`, or from the beginning. */
type Wanted = { organizationId: string; after: string | null; limit: number }

const beginning = '00000000-0000-0000-0000-000000000000'

export function readPeople(
  db: Queryable,
  { organizationId, after, limit }: Wanted,
): Promise<(Omit<PublicPerson, 'joinedAt'> & { joinedAt: Date })[]> {
  return db<(Omit<PublicPerson, 'joinedAt'> & { joinedAt: Date })[]>`
    select m.user_id as "userId", u.first_name as name, u.email, m.role, m.group_id as "groupId", m.joined_at as "joinedAt",
      case when s.id is not null then 'taken' when m.wants_seat_since is not null then 'waiting' else 'none' end as seat
    from organization_members m join users u on u.id = m.user_id and u.deactivated_at is null
      left join organization_seats s on s.organization_id = m.organization_id and s.user_id = m.user_id
    where m.organization_id = ${organizationId} and m.user_id > ${after ?? beginning}
    order by m.user_id limit ${limit}`
}

/** Counts only: what a learner wrote, answered or scored isn't read. */
export function readProgress(
  db: Queryable,
  courses: readonly CatalogCourse[],
  { organizationId, after, limit }: Wanted,
): Promise<PublicProgress[]> {
  const lessons = courses.flatMap((course) => course.lessons.map(({ id }) => ({ id, courseId: course.id })))
  return db<PublicProgress[]>`
    with catalog as materialized (
      select lesson_id, course_id, count(*) over (partition by course_id) as total
      from unnest(${lessons.map(({ id }) => id)}::text[], ${lessons.map(({ courseId }) => courseId)}::text[])
        as listed (lesson_id, course_id)),
    members as materialized (
      select m.user_id from organization_members m join users u on u.id = m.user_id and u.deactivated_at is null
      where m.organization_id = ${organizationId} and m.user_id > ${after ?? beginning}
      order by m.user_id limit ${limit})
    select members.user_id as "userId", d.days as "daysLearned", d.last_day::text as "lastDay", l.lessons, f.courses,
      c.certificates
    from members
      cross join lateral (
        select count(*)::int as days, max(day) as last_day from learned_days where user_id = members.user_id) as d
      cross join lateral (
        select count(*)::int as lessons from lesson_progress
        where user_id = members.user_id and finished_at is not null) as l
      cross join lateral (
        select count(*)::int as courses from (
          select 1 from lesson_progress p join catalog k on k.lesson_id = p.lesson_id
          where p.user_id = members.user_id and p.finished_at is not null
          group by k.course_id, k.total having count(*) = k.total) as finished) as f
      cross join lateral (select count(*)::int as certificates from certificates where user_id = members.user_id) as c
    order by members.user_id`
}

/** Without the ID, which would show the name that the learner chose. */
export function readCertificates(
  db: Queryable,
  { organizationId, after, limit }: Wanted & { after: string | null },
  afterCourse: string,
): Promise<PublicCertificate[]> {
  return db<PublicCertificate[]>`
    select c.user_id as "userId", c.course_id as "courseId", c.course_name as course, c.issued_on::text as "issuedOn"
    from organization_members m join users u on u.id = m.user_id and u.deactivated_at is null
      join certificates c on c.user_id = m.user_id
    where m.organization_id = ${organizationId} and m.user_id >= ${after ?? beginning}
      and (c.user_id, c.course_id) > (${after ?? beginning}::uuid, ${afterCourse})
    order by c.user_id, c.course_id limit ${limit}`
}
