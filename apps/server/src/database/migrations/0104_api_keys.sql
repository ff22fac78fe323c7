-- Keys with which an organization's own programs call the public API. They belong to the organization, not to their maker.
create table api_keys (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  name text not null,
  scopes text[] not null,
  -- The last characters, to tell keys apart.
  hint text not null,
  secret_hash bytea not null unique,
  -- After a rotation, the secret before works until then.
  old_secret_hash bytea unique,
  old_ends_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  check ((old_secret_hash is null) = (old_ends_at is null))
);
create index api_keys_organization on api_keys (organization_id, created_at);
create index api_keys_expire on api_keys (expires_at);

-- The answers of writes, so that a repeated one gets the same answer without a second effect. Kept for a day.
create table api_answers (
  key_id uuid not null references api_keys (id) on delete cascade,
  idempotency_key text not null,
  request_hash bytea not null,
  status smallint,
  -- As text, because a repetition has the same bytes.
  answer json,
  created_at timestamptz not null,
  primary key (key_id, idempotency_key)
);
create index api_answers_created on api_answers (created_at);
