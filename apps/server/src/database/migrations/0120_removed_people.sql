-- Who was removed from an organization by an owner or its directory, and not invited or added again since. The address is kept as a
-- keyed hash, because the person may have no account here.
create table organization_removed_people (
  organization_id uuid not null references organizations (id) on delete cascade,
  address_hash bytea not null,
  user_id uuid references users (id) on delete set null,
  removed_at timestamptz not null,
  primary key (organization_id, address_hash)
);
create index organization_removed_people_user on organization_removed_people (user_id, organization_id);

-- The address that the provider has verified in a domain of the organization; null for any other.
alter table organization_links add column email text;
alter table organization_identities add column email text;
create index organization_identities_email on organization_identities (organization_id, email) where email is not null;
