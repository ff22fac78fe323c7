-- A learner lets one member of staff read what is otherwise theirs alone, until `ends_at`. The code works once, and not
-- after five wrong ones.
create table support_views (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  code_hash bytea not null,
  made_at timestamptz not null default now(),
  ends_at timestamptz not null,
  -- By the learner, or because a newer code was made.
  ended_at timestamptz,
  tries integer not null default 0,
  opened_at timestamptz,
  opened_by uuid references desk_staff (id),
  opened_by_role text,
  primary key (user_id, id)
);
create index support_views_end on support_views (ends_at);
create index support_views_opened_by on support_views (opened_by);
