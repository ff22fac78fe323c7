-- Invitations by mail. The token is made when the mail leaves; only its SHA-256 is kept. None holds a seat.
create table organization_invitations (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  email text not null check (email = lower(email)),
  name text not null,
  group_id uuid references organization_groups (id) on delete set null,
  token_hash bytea unique,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz
);
create unique index organization_invitations_open on organization_invitations (organization_id, email)
  where accepted_at is null and revoked_at is null;
create index organization_invitations_newest on organization_invitations (organization_id, sent_at desc, id);
create index organization_invitations_email on organization_invitations (email);
create index organization_invitations_group on organization_invitations (group_id);
create index organization_invitations_expiry on organization_invitations (expires_at);

-- Links to share, with which several people can join.
create table organization_join_links (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  group_id uuid references organization_groups (id) on delete set null,
  token_hash bytea not null unique,
  max_uses integer not null check (max_uses > 0),
  uses integer not null default 0 check (uses <= max_uses),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index organization_join_links_of on organization_join_links (organization_id, created_at desc, id);
create index organization_join_links_group on organization_join_links (group_id);

-- Newcomers who registered with a link or an invitation: they join once they have set a PIN and signed in.
create table organization_agreements (
  user_id uuid not null references users (id) on delete cascade,
  organization_id uuid not null references organizations (id) on delete cascade,
  link_id uuid references organization_join_links (id) on delete cascade,
  invitation_id uuid references organization_invitations (id) on delete cascade,
  agreed_at timestamptz not null,
  primary key (user_id, organization_id),
  check ((link_id is null) <> (invitation_id is null))
);
create index organization_agreements_organization on organization_agreements (organization_id);
create index organization_agreements_link on organization_agreements (link_id);
create index organization_agreements_invitation on organization_agreements (invitation_id);
