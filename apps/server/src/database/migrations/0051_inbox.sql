-- What learners and visitors want from us. Feedback and withdrawals keep their words in their own tables.
create table inbox_items (
  id uuid primary key,
  kind text not null check (kind in ('feedback', 'question', 'refund', 'privacy', 'withdrawal')),
  user_id uuid references users (id) on delete cascade,
  -- Of a withdrawal.
  subscription_id text,
  -- Of the support form, as typed; null for the other kinds.
  name text,
  email text,
  concern text,
  details text,
  language text not null,
  received_at timestamptz not null,
  due_at timestamptz,
  state text not null default 'new' check (state in ('new', 'in_progress', 'waiting', 'done')),
  -- A member of staff.
  owner_id uuid,
  done_at timestamptz,
  -- The warnings about the deadline that were sent.
  warned_early_at timestamptz,
  warned_last_at timestamptz,
  check ((kind in ('question', 'refund', 'privacy')) = (details is not null)),
  check ((kind = 'withdrawal') = (subscription_id is not null))
);
create index inbox_items_received on inbox_items (received_at, id);
create index inbox_items_due on inbox_items (due_at) where due_at is not null and state <> 'done';
create index inbox_items_user on inbox_items (user_id) where user_id is not null;
create index inbox_items_email on inbox_items (email) where email is not null;
create index inbox_items_done on inbox_items (done_at) where done_at is not null;

-- What came in before the inbox existed and may still need an answer.
insert into inbox_items (id, kind, user_id, language, received_at)
  select f.id, 'feedback', f.user_id, u.lang, f.created_at from feedback f join users u on u.id = f.user_id
  where f.created_at > now() - interval '90 days';
insert into inbox_items (id, kind, user_id, subscription_id, language, received_at, due_at)
  select gen_random_uuid(), 'withdrawal', w.user_id, w.subscription_id, u.lang, w.declared_at, w.declared_at + interval '14 days'
  from withdrawals w join users u on u.id = w.user_id where w.declared_at > now() - interval '90 days';
