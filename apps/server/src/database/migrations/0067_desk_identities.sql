-- Accounts of staff at an identity provider: known by issuer and subject, never by address.
create table desk_identities (
  issuer text not null,
  subject text not null,
  staff_id uuid not null references desk_staff (id) on delete cascade,
  -- Only shown; null unless the provider says that it is verified.
  email text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (issuer, subject),
  unique (staff_id, issuer)
);

-- Ways to the provider and back. The key is the hash of a cookie, so that only the browser that began one can end it, once.
create table desk_oidc_attempts (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('sign-in', 'step-up', 'link')),
  session_hash bytea references desk_sessions (token_hash) on delete cascade,
  state text not null,
  nonce text not null,
  verifier text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index desk_oidc_attempts_session on desk_oidc_attempts (session_hash);
create index desk_oidc_attempts_expire on desk_oidc_attempts (expires_at);
