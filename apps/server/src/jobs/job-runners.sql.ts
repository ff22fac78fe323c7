import type { Queryable } from '../database/connect.ts'

/** Also deletes the rows of runners silent for a day. */
export async function sendHeartbeat(db: Queryable, runnerId: string): Promise<void> {
  await db`
    insert into job_runners (id) values (${runnerId})
    on conflict (id) do update set seen_at = now()`
  await db`delete from job_runners where seen_at < now() - interval '1 day'`
}

export async function removeRunner(db: Queryable, runnerId: string): Promise<void> {
  await db`delete from job_runners where id = ${runnerId}`
}

/** Returns how many runners had died with jobs in hand. The library itself would wait four hours. */
export async function unlockJobsOfDeadRunners(db: Queryable, silentSeconds: number): Promise<number> {
  const dead = await db<{ id: string }[]>`
    select distinct locked_by as id from graphile_worker.jobs
    where locked_at < now() - make_interval(secs => ${silentSeconds})
      and not exists (select 1 from job_runners r
        where r.id = locked_by and r.seen_at > now() - make_interval(secs => ${silentSeconds}))`
  const ids = dead.map(({ id }) => id)
  if (ids.length > 0) await db`select graphile_worker.force_unlock_workers(${ids}::text[])`
  return ids.length
}

/** A newer job takes the key of one that runs. If its runner is killed, the replaced job would stay forever. */
export async function removeReplacedJobs(db: Queryable): Promise<void> {
  await db`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs where attempts >= max_attempts and locked_at is null and key is null))`
}
