-- How a subscription is paid, as the provider shows it to its customers; all null where no provider takes money.
alter table subscriptions
  -- The provider's word: card, link, sepa_debit, …
  add column payment_method_type text,
  add column card_brand text,
  add column card_last4 text,
  add column card_exp_month integer check (card_exp_month between 1 and 12),
  add column card_exp_year integer;

-- A learner's wish to end or go on with a subscription, stored before the provider is asked. The id is the idempotency key of that
-- call: while the answer has not come, the same wish is sent again with the same key.
create table subscription_changes (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  subscription_id text not null,
  wish text not null check (wish in ('cancel', 'resume')),
  created_at timestamptz not null,
  -- Null until the provider has answered, or another wish has taken its place.
  settled_at timestamptz,
  primary key (user_id, id),
  foreign key (user_id, subscription_id) references subscriptions (user_id, id) on delete cascade
);
create unique index subscription_changes_one_open on subscription_changes (subscription_id) where settled_at is null;

-- Of the embedded payment provider: pages on which the card of a subscription is changed, and keys of requests it has done.
create table embedded_card_pages (
  id text primary key,
  subscription_id text not null references embedded_subscriptions (id) on delete cascade,
  return_url text not null,
  changed_url text not null,
  changed_at timestamptz,
  expires_at timestamptz not null
);
create table embedded_requests (
  idempotency_key text primary key,
  made_at timestamptz not null
);
