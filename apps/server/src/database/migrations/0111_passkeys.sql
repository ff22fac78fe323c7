-- Passkeys of learners, an option next to the PIN.
create table passkeys (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  -- The host name that it belongs to. kitewise doctor compares it.
  rp_id text not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (user_id, id)
);

-- Challenges that a passkey may answer once; without a user for a sign-in.
create table passkey_challenges (
  challenge_hash bytea primary key,
  user_id uuid references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_user on passkey_challenges (user_id);
create index passkey_challenges_expire on passkey_challenges (expires_at);

-- What authenticators know a learner by: random, so that it says nothing. Null until the first passkey.
alter table users add column passkey_handle bytea;
