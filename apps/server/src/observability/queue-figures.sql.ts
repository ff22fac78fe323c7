import type { Queryable } from '../database/connect.ts'

/** `oldestSeconds`: how long the oldest due job has waited. */
export type JobFigures = { task: string; due: number; retrying: number; givenUp: number; oldestSeconds: number }

/** By task, for those that have jobs. Finished jobs are deleted, so the table is short. */
export function countJobs(db: Queryable): Promise<JobFigures[]> {
  return db<JobFigures[]>`
    select task_identifier as task,
      count(*) filter (where attempts < max_attempts and run_at <= now())::int as due,
      count(*) filter (where attempts < max_attempts and attempts > 0 and last_error is not null)::int as retrying,
      count(*) filter (where attempts >= max_attempts and locked_at is null)::int as "givenUp",
      coalesce(extract(epoch from now() - min(run_at) filter (where attempts < max_attempts and run_at <= now())), 0)::float8
        as "oldestSeconds"
    from graphile_worker.jobs group by task_identifier`
}
