import type { SkillForm } from '@kitewise/content/catalog'
import type { Queryable } from '../../../database/connect.ts'

export type SkillCheckRow = { form: SkillForm; correct: number; total: number }

/** The forms of a course that a learner has answered. */
export function listSkillChecks(db: Queryable, userId: string, courseId: string): Promise<SkillCheckRow[]> {
  return db<SkillCheckRow[]>`
    select form, correct, total from skill_checks where user_id = ${userId} and course_id = ${courseId}`
}

/** Changes nothing if the form was answered before. */
export async function saveSkillCheck(
  db: Queryable,
  { userId, courseId, form, correct, total, at }: SkillCheckRow & { userId: string; courseId: string; at: Date },
): Promise<void> {
  await db`
    insert into skill_checks (user_id, course_id, form, correct, total, taken_at)
    values (${userId}, ${courseId}, ${form}, ${correct}, ${total}, ${at})
    on conflict (user_id, course_id, form) do nothing`
}
