-- Companies that buy seats for their people. A member's progress stays the member's own; organizations only see counts.
create table organizations (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null default now(),
  -- Unused after this moment; the owner may still export.
  closed_at timestamptz
);

-- Who belongs to an organization. owner: everything; manager: the people of their groups; billing: invoices and seats;
-- member: only learns. Learners keep their account, progress and certificates when a row goes.
create table organization_groups (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  name text not null,
  created_at timestamptz not null default now(),
  unique (organization_id, name)
);

create table organization_members (
  user_id uuid not null references users (id) on delete cascade,
  organization_id uuid not null references organizations (id) on delete cascade,
  role text not null check (role in ('owner', 'manager', 'billing', 'member')),
  -- The group a member is in.
  group_id uuid references organization_groups (id) on delete set null,
  joined_at timestamptz not null default now(),
  primary key (user_id, organization_id)
);
create index organization_members_organization on organization_members (organization_id, user_id);
create index organization_members_group on organization_members (group_id);

-- One row per license that was bought. Taking one is one conditional update, so two people never get the last one.
create table organization_seats (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  user_id uuid references users (id) on delete set null,
  taken_at timestamptz,
  check (user_id is null or taken_at is not null),
  unique (organization_id, user_id)
);
create index organization_seats_user on organization_seats (user_id);
create index organization_seats_free on organization_seats (organization_id) where user_id is null;

-- Domains that belong to an organization, proved by a DNS record. One organization per proved domain.
create table organization_domains (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  domain text not null check (domain = lower(domain)),
  -- Expected as kitewise-verification=<token> in a TXT record.
  token text not null,
  created_at timestamptz not null default now(),
  proved_at timestamptz,
  unique (organization_id, domain)
);
create unique index organization_domains_proved on organization_domains (domain) where proved_at is not null;
