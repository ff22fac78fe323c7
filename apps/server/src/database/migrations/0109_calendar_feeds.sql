-- Secret addresses from which calendars read a learner's days. At most one per learner; a new one replaces it.
create table calendar_feeds (
  user_id uuid primary key references users (id) on delete cascade,
  -- SHA-256 of the secret in the address.
  token_hash bytea not null unique,
  created_at timestamptz not null default now()
);

-- How often the hour or the time zone has changed: calendars take a changed entry only with a higher number.
alter table reminder_settings add column time_changes integer not null default 0;
