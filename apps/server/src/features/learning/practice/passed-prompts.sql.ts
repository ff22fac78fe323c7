import type { Db, Queryable } from '../../../database/connect.ts'

export type PassedPromptRow = { practiceId: string; prompt: string; passedAt: Date }

/** A better prompt replaces the stored one of its task; an equally good one does too, because it's newer. */
export async function savePassedPrompt(
  db: Queryable,
  { userId, practiceId, prompt, score, passedAt }: PassedPromptRow & { userId: string; score: number },
): Promise<void> {
  await db`
    insert into passed_prompts as kept (user_id, practice_id, prompt, score, passed_at)
    values (${userId}, ${practiceId}, ${prompt}, ${score}, ${passedAt})
    on conflict (user_id, practice_id) do update set
      prompt = excluded.prompt, score = excluded.score, passed_at = excluded.passed_at
    where (excluded.score, excluded.passed_at) >= (kept.score, kept.passed_at)`
}

/** Newest first. */
export function listPassedPrompts(db: Db, userId: string, most: number): Promise<PassedPromptRow[]> {
  return db<PassedPromptRow[]>`
    select practice_id as "practiceId", prompt, passed_at as "passedAt" from passed_prompts
    where user_id = ${userId}
    order by passed_at desc, practice_id
    limit ${most}`
}
