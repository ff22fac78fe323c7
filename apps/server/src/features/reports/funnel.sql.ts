import type { Queryable } from '../../database/connect.ts'

/** How far the visitors of one quiz came. Counts people, not clicks. */
export type Milestones = {
  variant: number
  version: number
  begun: number
  planMade: number
  taskTried: number
  registered: number
  checkoutBegun: number
  paid: number
  pinSet: number
  lessonFinished: number
  /** Learned on one of the days 30 to 36 after the quiz. */
  learningOnDay30: number
}

/** `week`: the Monday of the week of UTC in which they began. */
export type WeekMilestones = Milestones & { week: string }

/**
 * Visitors who began at `from` or later, and before `to`, by week and quiz. Joins an onboarding with later purchases of its address;
 * the minute allows for clock differences. Reads all features.
 */
export function countMilestones(db: Queryable, { from, to }: { from: Date | null; to: Date | null }) {
  return db<WeekMilestones[]>`
  select date_trunc('week', o.created_at at time zone 'UTC')::date::text as week, o.variant, o.version,
    count(*) as begun,
    count(*) filter (where o.plan_made_at is not null) as "planMade",
    count(*) filter (where o.task_tries > 0) as "taskTried",
    count(*) filter (where reached.registered) as registered,
    count(*) filter (where reached.checkout) as "checkoutBegun",
    count(*) filter (where reached.paid) as paid,
    count(*) filter (where reached.pin) as "pinSet",
    count(*) filter (where reached.lesson) as "lessonFinished",
    count(*) filter (where reached.day30) as "learningOnDay30"
  from onboardings o
  left join lateral (
    select count(*) > 0 as registered,
      bool_or(k.id is not null) as checkout,
      bool_or(k.status = 'paid') as paid,
      bool_or(k.status = 'paid' and u.pin_hash is not null) as pin,
      bool_or(k.status = 'paid' and u.pin_hash is not null and exists (
        select 1 from lesson_progress l where l.user_id = u.id and l.finished_at is not null)) as lesson,
      bool_or(k.status = 'paid' and u.pin_hash is not null and exists (
        select 1 from learned_days d where d.user_id = u.id
          and d.day between (o.created_at at time zone 'UTC')::date + 30 and (o.created_at at time zone 'UTC')::date + 36)) as day30
    from registrations r
    left join customers c on c.email = r.email
    left join checkouts k on k.customer_id = c.id and k.created_at > r.created_at - interval '1 minute'
    left join users u on u.id = c.user_id
    where r.onboarding_id = o.id
  ) reached on true
  where o.created_at >= coalesce(${from}::timestamptz, '-infinity') and o.created_at < coalesce(${to}::timestamptz, 'infinity')
  group by 1, o.variant, o.version
  order by 1, o.variant, o.version`
}

export type StepCount = { variant: number; version: number; step: number; people: number }

export function countFurthestSteps(db: Queryable, sinceDays: number | null): Promise<StepCount[]> {
  return db<StepCount[]>`
  select variant, version, step, count(*) as people from onboardings
  where ${sinceDays}::int is null or created_at > now() - make_interval(days => ${sinceDays}::int)
  group by variant, version, step`
}
