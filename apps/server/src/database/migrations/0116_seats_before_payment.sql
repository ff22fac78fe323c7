-- Which seats may be used before money came (docs/product.md R171). Contracts that run keep what they were sold with.
alter table organization_contracts
  -- Those that were paid for when nothing was open last.
  add column paid_seats integer not null default 0,
  -- Those that may be used although they aren't paid.
  add column credit_seats integer not null default 0,
  -- Whether everything was paid at the last reading.
  add column is_settled boolean not null default false;
update organization_contracts set paid_seats = seats, is_settled = way = 'card'
  where state in ('active', 'past_due', 'ended');
create index organization_contracts_unsettled on organization_contracts (id)
  where not is_settled and (paid_seats > 0 or credit_seats > 0);

-- Who bought a contract by invoice: the people who could, and the company under each of its names. It outlives the organization's
-- members and domains, so that closing an organization settles nothing.
create table organization_credit_holders (
  contract_id uuid not null references organization_contracts (id) on delete cascade,
  user_id uuid references users (id) on delete cascade,
  company text,
  check ((user_id is null) <> (company is null))
);
create unique index organization_credit_holders_user on organization_credit_holders (user_id, contract_id);
create unique index organization_credit_holders_company on organization_credit_holders (company, contract_id);
create index organization_credit_holders_contract on organization_credit_holders (contract_id);

alter table organization_seats
  -- When its holder's own plan was stopped, once for each time the seat is taken.
  add column renewal_stopped_at timestamptz;
update organization_seats set renewal_stopped_at = taken_at where user_id is not null;

alter table organizations
  -- Counts against the number of organizations that one person may create, also once it is closed.
  add column created_by uuid references users (id) on delete set null;
create index organizations_created_by on organizations (created_by, created_at);
