-- Positions in the public lists of revoked badges, one per badge. Rows stay for ever: a position without a certificate
-- belonged to a badge that was replaced, or whose owner was erased, and is revoked. What remains says nothing about anybody.
create table badge_positions (
  list integer not null check (list > 0),
  -- Random, so that neighbors have nothing in common.
  position integer not null check (position between 0 and 131071),
  -- The certificate whose present badge this is.
  certificate_id text unique references certificates (id) on delete set null,
  primary key (list, position)
);

-- When a correction of the name replaced the badge. Badges of certificates without a position stay as they were.
alter table certificates add column badge_renewed_at timestamptz;

-- The lists are signed with keys of their own.
alter table badge_keys add column purpose text not null default 'badge' check (purpose in ('badge', 'status'));
