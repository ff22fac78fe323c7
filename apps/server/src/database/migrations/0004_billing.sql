-- People who buy, known by their address before they have an account. Everything that may happen once per person (a trial, an
-- open checkout, a subscription) is decided while this row is locked.
create table customers (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  user_id uuid references users (id) on delete cascade,
  language text not null,
  marketing_consent boolean not null,
  -- The payment provider's id of this person, once it has given one.
  provider_customer_id text,
  trial_used_at timestamptz,
  created_at timestamptz not null
);

create index customers_user on customers (user_id);

-- Intents to buy. The id is our reference at the provider and the idempotency key of the call that begins the payment; all that is
-- sent with that call is kept here, so that it can be sent again unchanged.
create table checkouts (
  id uuid primary key,
  customer_id uuid not null references customers (id) on delete cascade,
  provider text not null,
  product_id text not null,
  trial_days integer not null check (trial_days >= 0),
  provider_customer_id text,
  -- The provider's session; null until it has answered.
  session_id text unique,
  url text,
  -- replaced: another plan was chosen, and the provider has not yet confirmed that this one can no longer be paid.
  status text not null check (status in ('open', 'replaced', 'paid', 'failed')),
  subscription_id text,
  pin_token_issued_at timestamptz,
  created_at timestamptz not null
);
create unique index checkouts_one_open on checkouts (customer_id) where status = 'open';
create index checkouts_unfinished on checkouts (created_at) where status in ('open', 'replaced');

-- What browsers hold as the proof that they began a checkout, as SHA-256.
create table checkout_nonces (
  checkout_id uuid not null references checkouts (id) on delete cascade,
  nonce_hash bytea not null,
  primary key (checkout_id, nonce_hash)
);

-- The provider's events that have had their effect.
create table payment_events (
  id text primary key,
  type text not null,
  subscription_id text,
  session_id text,
  received_at timestamptz not null default now()
);

alter table subscriptions
  -- Null for rows that no provider knows, such as those of the demo accounts.
  add column provider text,
  add column provider_customer_id text,
  add column product_id text,
  add column trial_end timestamptz,
  add column trial_reminded_at timestamptz,
  -- Rises with each write, so that an older word of the provider never replaces a newer one.
  add column revision integer not null default 0;

-- The embedded payment provider's own books. Of a card it keeps brand, last four digits and month of expiry.
create table embedded_checkouts (
  id text primary key,
  idempotency_key text not null unique,
  reference text not null,
  email text not null,
  customer_id text not null,
  product_id text not null,
  trial_days integer not null,
  success_url text not null,
  failed_url text not null,
  status text not null check (status in ('open', 'complete', 'expired')),
  subscription_id text unique,
  expires_at timestamptz not null
);

create table embedded_subscriptions (
  id text primary key,
  reference text not null,
  customer_id text not null,
  product_id text not null,
  status text not null check (status in ('trialing', 'active', 'past_due', 'canceled')),
  cancel_at_period_end boolean not null default false,
  billing_anchor timestamptz not null,
  current_period_end timestamptz not null,
  trial_end timestamptz,
  past_due_since timestamptz,
  price_cents integer not null,
  currency text not null,
  interval_unit text not null,
  interval_count integer not null,
  card_brand text not null,
  card_last4 text not null,
  -- The first moment at which the card is no longer good.
  card_ends_at timestamptz not null
);
create index embedded_subscriptions_due on embedded_subscriptions (current_period_end) where status <> 'canceled';

-- Events to be delivered to the webhook; removed once it has answered.
create table embedded_events (
  number bigint generated always as identity primary key,
  id text not null unique,
  body text not null
);
