-- How the people of an organization sign in.
alter table organization_domains
  add column checked_at timestamptz,
  -- Since when the record of a proved domain is missing. The proof ends two weeks later.
  add column lost_at timestamptz;

-- One OpenID Connect provider per organization.
create table organization_providers (
  organization_id uuid primary key references organizations (id) on delete cascade,
  issuer text not null,
  client_id text not null,
  -- Encrypted with a key that isn't in the database.
  sealed_client_secret bytea not null,
  -- Members at a proved domain can't sign in with their PIN.
  is_required boolean not null default false
);

-- A learner's account at a provider: known by issuer and subject, never by address, and for one organization only.
create table organization_identities (
  organization_id uuid not null references organizations (id) on delete cascade,
  issuer text not null,
  subject text not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (organization_id, issuer, subject),
  unique (user_id, organization_id)
);

-- The organization whose provider began a session; null for a PIN or a passkey.
alter table sessions add column organization_id uuid references organizations (id) on delete cascade;
create index sessions_organization on sessions (organization_id, user_id) where organization_id is not null;
alter table sessions drop constraint sessions_end_reason_check;
alter table sessions add constraint sessions_end_reason_check check (end_reason in
  ('signed_out', 'pin_changed', 'email_changed', 'email_change_undone', 'account_deleted', 'account_blocked', 'organization'));

-- Ways to a provider and back. The key is the hash of a cookie, so that only the browser that began one can end it, once.
create table organization_sign_in_attempts (
  token_hash bytea primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  -- For a step-up: whose session it is for.
  user_id uuid references users (id) on delete cascade,
  session_id uuid,
  state text not null,
  nonce text not null,
  verifier text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((user_id is null) = (session_id is null))
);
create index organization_sign_in_attempts_organization on organization_sign_in_attempts (organization_id);
create index organization_sign_in_attempts_user on organization_sign_in_attempts (user_id);
create index organization_sign_in_attempts_expire on organization_sign_in_attempts (expires_at);

-- Accounts at a provider that wait until their browser proves which learner they belong to: by a PIN, or by a link mailed to
-- the address.
create table organization_links (
  token_hash bytea primary key,
  id uuid not null unique,
  organization_id uuid not null references organizations (id) on delete cascade,
  issuer text not null,
  subject text not null,
  expires_at timestamptz not null,
  mail_token_hash bytea unique,
  mailed_to text
);
create index organization_links_organization on organization_links (organization_id);
create index organization_links_expire on organization_links (expires_at);
