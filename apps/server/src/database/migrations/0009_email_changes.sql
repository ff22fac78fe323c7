-- When the PIN was last given again in a session; it then counts as just signed in.
alter table sessions add column reauthenticated_at timestamptz;

-- Wishes to move an account to another address. Confirmed by a link mailed to the new one, undone by a link mailed to the old one.
create table email_changes (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null unique,
  old_email text not null,
  new_email text not null check (new_email = lower(new_email)),
  -- The session that asked; it alone outlives the change.
  session_id uuid not null,
  requested_at timestamptz not null default now(),
  -- A newer wish took its place, or it was undone: its links are worth nothing.
  voided_at timestamptz,
  confirmed_at timestamptz,
  undone_at timestamptz,
  primary key (user_id, id)
);

alter table one_time_tokens
  drop constraint one_time_tokens_purpose_check,
  add constraint one_time_tokens_purpose_check check (purpose in ('pin-setup', 'registration', 'device', 'email-change', 'email-undo')),
  add column email_change_id uuid references email_changes (id) on delete cascade,
  add constraint one_time_tokens_email_change_check
    check ((email_change_id is not null) = (purpose in ('email-change', 'email-undo')));
create index one_time_tokens_email_change on one_time_tokens (email_change_id);
