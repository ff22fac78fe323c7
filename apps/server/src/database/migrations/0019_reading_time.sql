-- When a fragment came to count toward a certificate: null while less than a tenth of its reading time has passed.
alter table fragment_progress add column read_at timestamptz;

-- Before this migration nobody measured it: what was completed counts.
update fragment_progress set read_at = completed_at where completed_at is not null;

-- How far the reading of each learner is accounted for. Each fragment that counts moves the moment on by the seconds it needs, and it never
-- passes the present: all that counts together never took less time than the clock shows.
create table reading_clocks (
  user_id uuid primary key references users (id) on delete cascade,
  read_until timestamptz not null
);
