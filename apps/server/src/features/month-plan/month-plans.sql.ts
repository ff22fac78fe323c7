import type { PlanStep } from '@kitewise/rules/month-plan'
import type { Queryable } from '../../database/connect.ts'

export type StoredPlan = {
  number: number
  /** YYYY-MM-DD in the learner's time zone then. */
  startDay: string
  steps: PlanStep[]
}

/** Newest first. */
export function listPlans(db: Queryable, userId: string): Promise<StoredPlan[]> {
  return db<StoredPlan[]>`
    select number, start_day::text as "startDay", steps from month_plans where user_id = ${userId} order by number desc`
}

/** Changes nothing if the learner has a plan with this number. */
export async function savePlan(db: Queryable, userId: string, { number, startDay, steps }: StoredPlan): Promise<void> {
  await db`
    insert into month_plans (user_id, number, start_day, steps) values (${userId}, ${number}, ${startDay}, ${db.json(steps)})
    on conflict (user_id, number) do nothing`
}

export type DoneMission = { missionId: string; note: string }

export function listDoneMissions(db: Queryable, userId: string, planNumber: number): Promise<DoneMission[]> {
  return db<DoneMission[]>`
    select mission_id as "missionId", note from missions_done
    where user_id = ${userId} and plan_number = ${planNumber} order by mission_id`
}

/** The note that was written last stays. */
export async function saveDoneMission(
  db: Queryable,
  { userId, planNumber, missionId, note, at }: DoneMission & { userId: string; planNumber: number; at: Date },
): Promise<void> {
  await db`
    insert into missions_done as kept (user_id, plan_number, mission_id, note, noted_at)
    values (${userId}, ${planNumber}, ${missionId}, ${note}, ${at})
    on conflict (user_id, plan_number, mission_id) do update set note = excluded.note, noted_at = excluded.noted_at
    where kept.noted_at <= excluded.noted_at`
}
