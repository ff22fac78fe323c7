import type { Queryable } from '../../database/connect.ts'

type StoredJob = { key: string | null; attempts: number; dueInSeconds: number; payload: Record<string, unknown> }

export function listJobs(db: Queryable): Promise<StoredJob[]> {
  return db<StoredJob[]>`
    select key, attempts, extract(epoch from run_at - now())::float8 as "dueInSeconds", payload
    from graphile_worker._private_jobs order by id`
}

export async function makeJobsDue(db: Queryable): Promise<void> {
  await db`update graphile_worker._private_jobs set run_at = now() where run_at > now()`
}

export async function postponeJobs(db: Queryable): Promise<void> {
  await db`update graphile_worker._private_jobs set run_at = now() + interval '1 hour'`
}

/** As after the minute in which a killed instance keeps its jobs. */
export async function silenceRunners(db: Queryable): Promise<void> {
  await db`update job_runners set seen_at = seen_at - interval '61 seconds'`
  await db`
    update graphile_worker._private_jobs set locked_at = locked_at - interval '61 seconds' where locked_at is not null`
}
