-- People who deleted their account and whose billing the provider has not yet confirmed to be ended. Outlives their return:
-- coming back does not bring billing back.
create table billing_closings (
  user_id uuid primary key references users (id) on delete cascade,
  requested_at timestamptz not null default now()
);

-- What the payment provider is still to forget about people whose account is erased; a row goes when it has confirmed.
create table provider_erasures (
  provider text not null,
  kind text not null check (kind in ('customer', 'checkout')),
  object_id text not null,
  requested_at timestamptz not null default now(),
  primary key (provider, kind, object_id)
);

-- Which accounts were erased, as the SHA-256 of their random id: whoever brings back an older copy of the database erases them again.
create table erased_accounts (
  id_hash bytea primary key,
  erased_at timestamptz not null default now()
);

-- Proof of consents after the erasure, by a keyed hash of the address: it answers "did this address agree, and to what" and
-- nothing else.
create table erased_consents (
  id bigint generated always as identity primary key,
  email_hash bytea not null,
  purpose text not null,
  is_given boolean not null,
  text_sha256 bytea not null references consent_texts (sha256),
  decided_at timestamptz not null,
  erased_at timestamptz not null default now()
);
create index erased_consents_email on erased_consents (email_hash);
create index users_deactivated on users (deactivated_at) where deactivated_at is not null;
