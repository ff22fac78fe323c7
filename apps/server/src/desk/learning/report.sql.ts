import type { Queryable, Tx } from '../../database/connect.ts'
import type { WeekMilestones } from '../../features/reports/funnel.sql.ts'

/** Figures of fewer learners are neither stored nor shown. */
const leastLearners = 5

export type PracticePlace = {
  practiceId: string
  fragmentId: string
  kind: 'choice' | 'prompt' | 'exercise'
  isRequired: boolean
}

/**
 * Waits for other instances. Begins a report if none runs, and then forgets what an earlier one counted.
 * @returns the last learner that was counted; null if the report is complete and `begins` is false
 */
export async function claimReport(tx: Tx, { now, begins }: { now: Date; begins: boolean }): Promise<string | null> {
  const [row] = await tx<{ countedUntil: string | null }[]>`
    select counted_until as "countedUntil" from learning_report for update`
  if (!row || row.countedUntil !== null || !begins) return row?.countedUntil ?? null
  await tx`delete from learning_counts`
  await tx`update learning_report set began_at = ${now}, counted_until = '00000000-0000-0000-0000-000000000000'`
  return '00000000-0000-0000-0000-000000000000'
}

export async function listLearnersAfter(tx: Tx, after: string, limit: number): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`select id from users where id > ${after} order by id limit ${limit}`
  return rows.map(({ id }) => id)
}

export async function saveCountedUntil(tx: Tx, last: string): Promise<void> {
  await tx`update learning_report set counted_until = ${last}`
}

type Batch = { userIds: readonly string[]; settledBefore: Date }

/** Durations in classes 10 % apart: class 41 is about 60 seconds. */
export async function countLessons(tx: Tx, { userIds, settledBefore }: Batch): Promise<void> {
  await tx`
    with learners as materialized (
      select id, lang from users where id = any(${[...userIds]}::uuid[])
    ), lessons as (
      select u.lang, l.lesson_id, l.finished_at is not null as is_finished,
        l.finished_at is not null or l.started_at < ${settledBefore} as is_settled,
        (select sum(f.time_spent_seconds) from fragment_progress f
          where f.user_id = l.user_id and f.lesson_id = l.lesson_id) as seconds
      from lesson_progress l join learners u on u.id = l.user_id
      where l.user_id = any(${[...userIds]}::uuid[])
    )
    insert into learning_counts as kept (place, language, measure, detail, learners)
    select lesson_id, lang, measure, detail, count(*) from lessons cross join lateral (values
      ('started', '', true), ('finished', '', is_finished), ('settled', '', is_settled),
      ('left', '', is_settled and not is_finished), ('struggled', '', is_settled and not is_finished),
      ('time', round(ln(greatest(seconds, 1)) * 10)::text, is_finished and seconds > 0)) said (measure, detail, holds)
    where holds group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (place, language, measure, detail) do update set learners = kept.learners + excluded.learners`
}

/**
 * An optional practice of a completed part that wasn't tried is skipped, which is no struggle. A prompt's first try is the earliest text that was scored, with
 * its marks; any other practice stores it.
 */
export async function countPractices(
  tx: Tx,
  { userIds, settledBefore, places }: Batch & { places: readonly PracticePlace[] },
): Promise<void> {
  const [ids, fragments, kinds, required] = [
    places.map(({ practiceId }) => practiceId),
    places.map(({ fragmentId }) => fragmentId),
    places.map(({ kind }) => kind as string),
    places.map(({ isRequired }) => Number(isRequired)),
  ]
  await tx`
    with learners as materialized (
      select id, lang from users where id = any(${[...userIds]}::uuid[])
    ), places as (
      select practice_id, fragment_id, kind, required = 1 as is_required
      from unnest(${ids}::text[], ${fragments}::text[], ${kinds}::text[], ${required}::int[])
        p (practice_id, fragment_id, kind, required)
    ), first_scores as (
      select distinct on (user_id, practice_id) user_id, practice_id, (evaluation ->> 'score')::integer > 3 as is_right
      from prompt_evaluations where user_id = any(${[...userIds]}::uuid[])
      order by user_id, practice_id, evaluated_at, prompt_hash
    ), seen as (
      select u.lang, p.practice_id, f.time_spent_seconds as seconds, f.completed_at is not null as is_completed,
        coalesce(r.is_correct, false) as is_solved, p.is_required,
        coalesce(r.is_skipped, not p.is_required and f.completed_at is not null and s.is_right is null) as is_skipped,
        f.opened_at < ${settledBefore} as is_old,
        case when p.kind = 'prompt' then s.is_right
          else coalesce(r.is_first_correct, case when not r.is_skipped then r.is_correct end) end as is_first_right,
        case when p.kind = 'choice' and not r.is_skipped
          then coalesce(r.first_wrong_option, case when not r.is_correct then r.answer end) end as wrong_option
      from fragment_progress f
      join learners u on u.id = f.user_id
      join places p on p.fragment_id = f.fragment_id
      left join practice_results r on r.user_id = f.user_id and r.lesson_id = f.lesson_id and r.practice_id = p.practice_id
      left join first_scores s on s.user_id = f.user_id and s.practice_id = p.practice_id
      where f.user_id = any(${[...userIds]}::uuid[])
    ), judged as (
      select *, is_old and not is_solved and not is_skipped as is_left, 
        case when is_skipped then is_required else is_old or is_solved end as is_settled
      from seen
    )
    insert into learning_counts as kept (place, language, measure, detail, learners)
    select practice_id, lang, measure, detail, count(*) from judged cross join lateral (values
      ('started', '', true), ('finished', '', is_solved), ('skipped', '', is_skipped), ('left', '', is_left),
      ('tried', '', is_first_right is not null), ('first_right', '', is_first_right),
      ('settled', '', is_settled),
      ('struggled', '', is_settled and (is_skipped or is_left or is_first_right is false)),
      ('time', round(ln(greatest(seconds, 1)) * 10)::text, is_completed and seconds > 0),
      ('wrong_option', wrong_option, wrong_option is not null)) said (measure, detail, holds)
    where holds group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (place, language, measure, detail) do update set learners = kept.learners + excluded.learners`
}

/** Points that a learner's first text lacked, and those that the learner showed in any text. */
export async function countPoints(
  tx: Tx,
  { userIds, practiceIds }: { userIds: readonly string[]; practiceIds: readonly string[] },
): Promise<void> {
  await tx`
    with learners as materialized (
      select id, lang from users where id = any(${[...userIds]}::uuid[])
    ), said as (
      select e.user_id, e.practice_id, point ->> 'id' as point, point ->> 'state' as state,
        rank() over (partition by e.user_id, e.practice_id order by e.evaluated_at, e.prompt_hash) as number
      from prompt_evaluations e
      cross join lateral jsonb_array_elements(coalesce(e.evaluation -> 'points', '[]')) point
      where e.user_id = any(${[...userIds]}::uuid[]) and e.practice_id = any(${[...practiceIds]})
    )
    insert into learning_counts as kept (place, language, measure, detail, learners)
    select s.practice_id, u.lang, measure, s.point, count(distinct s.user_id)
    from said s join learners u on u.id = s.user_id cross join lateral (values
      ('missed', s.number = 1 and s.state in ('missing', 'wrong')), ('marked', s.state = 'shown')) found (measure, holds)
    where holds group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (place, language, measure, detail) do update set learners = kept.learners + excluded.learners`
}

/** Replaces the figures that the desk shows. Groups of fewer than `leastLearners` are left out. */
export async function publishReport(tx: Tx, now: Date): Promise<void> {
  await tx`delete from learning_places`
  await tx`delete from learning_answers`
  await tx`
    with spread as (
      select place, coalesce(language, '') as language, measure, detail, sum(learners) as learners
      from learning_counts group by place, measure, detail, grouping sets ((language), ())
    ), ranked as (
      select place, language, detail::integer as class,
        sum(learners) over (partition by place, language order by detail::integer) as upto,
        sum(learners) over (partition by place, language) as total
      from spread where measure = 'time'
    ), medians as (
      select place, language, min(class) as class from ranked where upto * 2 >= total group by place, language
    )
    insert into learning_places (place, language, started, finished, skipped, left_behind, tried, first_right, settled,
      struggled, median_seconds)
    select s.place, s.language,
      coalesce(sum(s.learners) filter (where s.measure = 'started'), 0),
      coalesce(sum(s.learners) filter (where s.measure = 'finished'), 0),
      coalesce(sum(s.learners) filter (where s.measure = 'skipped'), 0),
      coalesce(sum(s.learners) filter (where s.measure = 'left'), 0),
      coalesce(sum(s.learners) filter (where s.measure = 'tried'), 0),
      coalesce(sum(s.learners) filter (where s.measure = 'first_right'), 0),
      coalesce(sum(s.learners) filter (where s.measure = 'settled'), 0),
      coalesce(sum(s.learners) filter (where s.measure = 'struggled'), 0),
      round(exp(min(m.class) / 10.0))
    from spread s left join medians m on m.place = s.place and m.language = s.language
    group by s.place, s.language
    having sum(s.learners) filter (where s.measure = 'started') >= ${leastLearners}`
  await tx`
    with spread as (
      select place, coalesce(language, '') as language, measure, detail, sum(learners) as learners
      from learning_counts where measure in ('wrong_option', 'missed', 'marked')
      group by place, measure, detail, grouping sets ((language), ())
    )
    insert into learning_answers (place, language, measure, detail, learners, tried)
    select s.place, s.language, s.measure, s.detail, s.learners, p.tried
    from spread s join learning_places p on p.place = s.place and p.language = s.language
    where s.learners >= ${leastLearners}`
  await tx`delete from learning_counts`
  await tx`update learning_report set counted_until = null, finished_at = ${now}`
}

/** Counts of a week never decrease, because visitors without an address are deleted after 90 days. */
export async function saveWeek(db: Queryable, rows: readonly WeekMilestones[]): Promise<void> {
  await db`
    insert into learning_weeks as kept (week, variant, version, begun, plan_made, task_tried, registered, checkout_begun, paid,
      pin_set, lesson_finished, learning_on_day_30)
    select week, variant, version, begun, "planMade", "taskTried", registered, "checkoutBegun", paid, "pinSet",
      "lessonFinished", "learningOnDay30"
    from jsonb_to_recordset(${db.json(rows)}) as r (week date, variant integer, version integer, begun integer,
      "planMade" integer, "taskTried" integer, registered integer, "checkoutBegun" integer, paid integer, "pinSet" integer,
      "lessonFinished" integer, "learningOnDay30" integer)
    order by week, variant, version
    on conflict (week, variant, version) do update set
      begun = greatest(kept.begun, excluded.begun), plan_made = greatest(kept.plan_made, excluded.plan_made),
      task_tried = greatest(kept.task_tried, excluded.task_tried), registered = greatest(kept.registered, excluded.registered),
      checkout_begun = greatest(kept.checkout_begun, excluded.checkout_begun), paid = greatest(kept.paid, excluded.paid),
      pin_set = greatest(kept.pin_set, excluded.pin_set),
      lesson_finished = greatest(kept.lesson_finished, excluded.lesson_finished),
      learning_on_day_30 = greatest(kept.learning_on_day_30, excluded.learning_on_day_30)`
}

/** Newest first, without weeks in which fewer than `leastLearners` began the quiz. */
export function listWeeks(db: Queryable): Promise<WeekMilestones[]> {
  return db<WeekMilestones[]>`
    select week::text as week, variant, version, begun, plan_made as "planMade", task_tried as "taskTried", registered,
      checkout_begun as "checkoutBegun", paid, pin_set as "pinSet", lesson_finished as "lessonFinished",
      learning_on_day_30 as "learningOnDay30"
    from learning_weeks where begun >= ${leastLearners} order by learning_weeks.week desc, variant, version`
}

export type PlaceRow = {
  place: string
  started: number
  finished: number
  skipped: number
  left: number
  tried: number
  firstRight: number
  settled: number
  struggled: number
  medianSeconds: number | null
}

/** @param language of the account; empty for all */
export function listPlaces(db: Queryable, language: string): Promise<PlaceRow[]> {
  return db<PlaceRow[]>`
    select place, started, finished, skipped, left_behind as left, tried, first_right as "firstRight", settled, struggled,
      median_seconds as "medianSeconds"
    from learning_places where language = ${language} order by place`
}

export type AnswerRow = {
  place: string
  measure: 'wrong_option' | 'missed' | 'marked'
  detail: string
  learners: number
  tried: number
}

export function listAnswers(db: Queryable, language: string): Promise<AnswerRow[]> {
  return db<AnswerRow[]>`
    select place, measure, detail, learners, tried from learning_answers where language = ${language}
    order by place, measure, detail`
}

/** Null before the first report. */
export async function findReportTime(db: Queryable): Promise<Date | null> {
  const [row] = await db<{ at: Date | null }[]>`select finished_at as at from learning_report`
  return row?.at ?? null
}
