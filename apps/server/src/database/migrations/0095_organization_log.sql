-- Who did what in an organization, for its owners. People are IDs that go with their account; `detail` names nobody.
create table organization_log (
  number bigint generated always as identity primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  at timestamptz not null,
  kind text not null,
  actor_id uuid references users (id) on delete set null,
  subject_id uuid references users (id) on delete set null,
  detail text
);
create index organization_log_newest on organization_log (organization_id, number desc);
create index organization_log_actor on organization_log (actor_id);
create index organization_log_subject on organization_log (subject_id);
