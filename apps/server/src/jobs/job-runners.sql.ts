import type { Queryable } from '../database/connect.ts'

/** Says that a runner lives; the rows of those long silent are removed. */
export const markAlive = async (db: Queryable, runnerId: string): Promise<void> => {
  await db`
    insert into job_runners (id) values (${runnerId})
    on conflict (id) do update set seen_at = now()`
  await db`delete from job_runners where seen_at < now() - interval '1 day'`
}

export const removeRunner = async (db: Queryable, runnerId: string): Promise<void> => {
  await db`delete from job_runners where id = ${runnerId}`
}

/**
 * Frees the jobs of runners that have been silent for so many seconds; the library itself would wait four hours.
 * @returns how many runners had died with jobs in hand
 */
export const freeJobsOfTheDead = async (db: Queryable, silentSeconds: number): Promise<number> => {
  const dead = await db<{ id: string }[]>`
    select distinct locked_by as id from graphile_worker.jobs
    where locked_at < now() - make_interval(secs => ${silentSeconds})
      and not exists (select 1 from job_runners r
        where r.id = locked_by and r.seen_at > now() - make_interval(secs => ${silentSeconds}))`
  const ids = dead.map(({ id }) => id)
  if (ids.length > 0) await db`select graphile_worker.force_unlock_workers(${ids}::text[])`
  return ids.length
}

/**
 * Removes jobs that another of their key has replaced while they were in hand: the library takes their key and their tries away. Held
 * by a runner that was killed they would stay for good, and look like work that was given up.
 */
export const removeReplaced = async (db: Queryable): Promise<void> => {
  await db`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs where attempts >= max_attempts and locked_at is null and key is null))`
}
