alter table organizations
  -- As on invoices; empty where not given.
  add column legal_name text not null default '',
  add column street text not null default '',
  add column address_line_2 text not null default '',
  add column postal_code text not null default '',
  add column city text not null default '',
  add column country text not null default '',
  add column billing_email text not null default '',
  add column vat_id text not null default '',
  add column purchase_order text not null default '',
  -- Of its owner when it was created: mails to addresses without an account are written in it.
  add column language text not null default 'en',
  -- Whether people with an address at a proved domain may join by themselves.
  add column joins_by_domain boolean not null default false,
  -- The company at the payment provider, once it is known there.
  add column provider text,
  add column provider_customer_id text;

alter table organization_members
  -- Since when a member waits for a free seat; null with a seat, or without the wish for one.
  add column wants_seat_since timestamptz,
  -- Owners and managers: the weekly mail about overdue assignments.
  add column wants_digest boolean not null default true;
create index organization_members_waiting on organization_members (organization_id, wants_seat_since, user_id)
  where wants_seat_since is not null;

-- The groups that a manager sees.
create table organization_group_managers (
  user_id uuid not null references users (id) on delete cascade,
  group_id uuid not null references organization_groups (id) on delete cascade,
  primary key (user_id, group_id)
);
create index organization_group_managers_group on organization_group_managers (group_id);

-- Access that an organization's seat gives: one row for each person and organization.
alter table subscriptions add column organization_id uuid references organizations (id) on delete cascade;
create unique index subscriptions_organization on subscriptions (organization_id, user_id) where organization_id is not null;
