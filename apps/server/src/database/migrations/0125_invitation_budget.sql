-- Mails to addresses whose owners haven't asked for them: for whom they were sent, and what became of them.
alter table outgoing_mails
  add column organization_id uuid references organizations (id) on delete set null,
  -- Who created that organization: all organizations of one person have one budget.
  add column sender_id uuid references users (id) on delete set null,
  -- The receiver wants no such mails.
  add column declined_at timestamptz;
create index outgoing_mails_organization on outgoing_mails (organization_id, created_at) where organization_id is not null;
create index outgoing_mails_sender on outgoing_mails (sender_id, created_at) where sender_id is not null;
create index outgoing_mails_unasked on outgoing_mails (created_at) where organization_id is not null;

-- Addresses whose owners want no invitations, as keyed hashes.
create table uninvitable_addresses (
  address_hash bytea primary key,
  declined_at timestamptz not null default now()
);
