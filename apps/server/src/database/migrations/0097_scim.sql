-- Provisioning: the organization's directory tells who belongs to it (SCIM 2.0).
create table scim_tokens (
  token_hash bytea primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  -- A replaced token works for another day.
  expires_at timestamptz
);
create index scim_tokens_organization on scim_tokens (organization_id);

-- People as the directory describes them. `user_id` is null until the person has proven that the account is theirs.
create table scim_users (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  user_id uuid references users (id) on delete cascade,
  user_name text not null,
  external_id text,
  email text not null check (email = lower(email)),
  given_name text,
  family_name text,
  display_name text,
  is_active boolean not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create unique index scim_users_name on scim_users (organization_id, lower(user_name));
create unique index scim_users_email on scim_users (organization_id, email);
create index scim_users_external on scim_users (organization_id, external_id);
create index scim_users_created on scim_users (organization_id, created_at, id);
create index scim_users_user on scim_users (user_id, organization_id);
