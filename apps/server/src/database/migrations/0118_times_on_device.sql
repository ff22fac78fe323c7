-- When the learner started, finished, opened and completed something. What was done offline arrives later, and the other times are
-- those of arrival. A release before this one stores none; the time of arrival then stands in.
alter table lesson_progress add column started_on_device_at timestamptz, add column finished_on_device_at timestamptz;
alter table fragment_progress add column opened_on_device_at timestamptz, add column completed_on_device_at timestamptz;

-- What counts toward a certificate was read for these seconds, somewhere between these moments. Null for what counted before.
alter table fragment_progress
  add column reading_from timestamptz, add column reading_until timestamptz, add column reading_seconds integer;

-- Since this moment, a learner's reading is accounted for by its fragments: nothing can have been read before.
insert into reading_clocks (user_id, read_until) select id, created_at from users on conflict do nothing;
