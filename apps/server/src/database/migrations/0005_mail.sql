-- Links and proofs that work once, kept as their SHA-256. Each speaks for a user or for a registration.
create table one_time_tokens (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('pin-setup', 'registration')),
  user_id uuid references users (id) on delete cascade,
  registration_id uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check (num_nonnulls(user_id, registration_id) = 1)
);
create index one_time_tokens_user on one_time_tokens (user_id);
create index one_time_tokens_expires on one_time_tokens (expires_at);

-- Mails to be sent: what they are about, not their text. The id makes the Message-ID, so a mail sent twice is known as one.
create table outgoing_mails (
  id uuid primary key,
  user_id uuid references users (id) on delete cascade,
  to_address text not null,
  language text not null,
  template text not null,
  template_values jsonb not null,
  dedupe_key text unique,
  created_at timestamptz not null default now(),
  -- While somebody is sending it, nobody else does.
  claimed_until timestamptz,
  sent_at timestamptz,
  -- The receiver's server refused it for good.
  refused_at timestamptz
);
create index outgoing_mails_to on outgoing_mails (to_address, created_at);
create index outgoing_mails_created on outgoing_mails (created_at);

-- What the outbox has "sent": the mailbox that is read at /dev/mailbox outside production.
create table mailbox_mails (
  message_id text primary key,
  to_address text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  received_at timestamptz not null default now()
);
create index mailbox_mails_received on mailbox_mails (received_at);

-- Processes that run jobs, by the name under which they lock them. One that is silent is dead, and its jobs are free.
create table job_runners (
  id text primary key,
  seen_at timestamptz not null default now()
);

-- Whether the learner wants news by mail: what the last consent said.
alter table users add column marketing_consent boolean not null default false;
