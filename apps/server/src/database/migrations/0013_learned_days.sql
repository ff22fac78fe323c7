-- Days on which a learner learned, as the calendar of where they were had it when it was stored. The streak is counted from these rows.
create table learned_days (
  user_id uuid not null references users (id) on delete cascade,
  day date not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  time_zone text not null,
  primary key (user_id, day)
);

-- What was learned before zones were known counts by the calendar of UTC.
insert into learned_days (user_id, day, first_at, last_at, time_zone)
select user_id, (at at time zone 'UTC')::date, min(at), max(at), 'UTC' from (
  select user_id, completed_at as at from fragment_progress where completed_at is not null
  union all
  select user_id, answered_at from practice_results where not is_skipped
) as uses
group by 1, 2;
