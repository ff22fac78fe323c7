-- What an organization has bought. The payment provider's object is the truth; this is what was last read of it.
create table organization_contracts (
  -- Our reference at the provider, and the idempotency key of the call that begins it.
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  provider text not null,
  -- The provider's subscription; null until it is known.
  provider_id text unique,
  -- The page where a card is entered.
  session_id text unique,
  url text,
  way text not null check (way in ('card', 'invoice')),
  interval text not null check (interval in ('month', 'year')),
  terms integer check ((way = 'invoice') = (terms is not null)),
  seats integer not null check (seats > 0),
  -- Minor units for one seat and period.
  amount_cents integer not null,
  currency text not null,
  -- pending: not paid yet. refused: paid although another contract runs; canceled and refunded.
  state text not null check (state in ('pending', 'active', 'past_due', 'ended', 'refused')),
  ends_with_period boolean not null default false,
  period_end timestamptz,
  -- End of the people's access; earlier than the period's end while an invoice is overdue.
  access_until timestamptz,
  -- Rises with each write, so that an older reading never replaces a newer one.
  revision integer not null default 0,
  created_at timestamptz not null
);
create unique index organization_contracts_live on organization_contracts (organization_id)
  where state in ('active', 'past_due');
create index organization_contracts_newest on organization_contracts (organization_id, created_at desc, id);
create index organization_contracts_running on organization_contracts (provider, id)
  where state in ('pending', 'active', 'past_due');
create index organization_contracts_end on organization_contracts (access_until) where state in ('active', 'past_due', 'ended');

-- The embedded provider: seats, and invoices that are sent and paid later.
alter table embedded_checkouts add column quantity integer not null default 1;
alter table embedded_subscriptions
  add column quantity integer not null default 1,
  -- Days until an invoice is due; null for a card.
  add column days_until_due integer;
alter table embedded_payments
  add column due_at timestamptz,
  drop constraint embedded_payments_status_check,
  add constraint embedded_payments_status_check check (status in ('paid', 'failed', 'open', 'void'));
create table embedded_companies (
  customer_id text primary key,
  idempotency_key text not null unique,
  details jsonb not null
);
