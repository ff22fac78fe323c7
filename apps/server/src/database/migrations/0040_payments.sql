-- What a provider has charged for a subscription, as last read from it. Amounts are minor units and include tax.
create table payments (
  user_id uuid not null,
  -- The provider's ID of the invoice.
  id text not null unique,
  subscription_id text not null,
  -- What refunds and disputes name; null while nothing is paid.
  charge_id text,
  -- failed: at least one attempt was refused, and nothing is paid.
  status text not null check (status in ('paid', 'failed')),
  product_id text,
  amount_cents bigint not null check (amount_cents > 0),
  tax_cents bigint not null check (tax_cents >= 0),
  discount_cents bigint not null check (discount_cents >= 0),
  refunded_cents bigint not null default 0 check (refunded_cents >= 0),
  currency text not null,
  -- Two letters, where the provider knows it.
  country text,
  failed_attempts integer not null default 0 check (failed_attempts >= 0),
  is_live boolean not null,
  created_at timestamptz not null,
  paid_at timestamptz,
  primary key (user_id, id),
  foreign key (user_id, subscription_id) references subscriptions (user_id, id) on delete cascade,
  check ((status = 'paid') = (paid_at is not null))
);
create index payments_of on payments (user_id, subscription_id);
create index payments_charge on payments (charge_id) where charge_id is not null;
create index payments_failed on payments (is_live, created_at desc, id) where status = 'failed';

-- Sums of all payments by month of UTC. They name no person, and stay when an account is erased.
create table payment_months (
  is_live boolean not null,
  month date not null check (extract(day from month) = 1),
  currency text not null,
  -- Empty for a price that is no plan.
  product_id text not null,
  -- Empty where unknown.
  country text not null,
  payments bigint not null,
  paid_cents bigint not null,
  tax_cents bigint not null,
  discount_cents bigint not null,
  -- In the month in which we learned of them.
  refunds bigint not null,
  refunded_cents bigint not null,
  failed_attempts bigint not null,
  primary key (is_live, month, currency, product_id, country)
);

alter table subscriptions
  add column is_live boolean not null default true,
  -- What a discount without an end takes off each period, in minor units.
  add column lasting_discount_cents integer not null default 0 check (lasting_discount_cents >= 0),
  add column first_paid_at timestamptz,
  add column ended_at timestamptz;
update subscriptions set
  is_live = provider is distinct from 'embedded' and provider is not null,
  first_paid_at = case when status in ('active', 'past_due') or (status = 'canceled' and trial_end is null)
    then coalesce(trial_end, contract_at, created_at) end,
  ended_at = case when status in ('canceled', 'incomplete_expired') then least(current_period_end, now()) end;
create index subscriptions_paying on subscriptions
  (is_live, currency, product_id, interval_unit, interval_count, price_cents, lasting_discount_cents, status)
  where status in ('active', 'past_due') and provider is not null and refused_as is null;
create index subscriptions_paid on subscriptions (is_live, product_id)
  where first_paid_at is not null and ended_at is null and refused_as is null;
create index subscriptions_first_paid on subscriptions (is_live, first_paid_at)
  where first_paid_at is not null and refused_as is null;
create index subscriptions_ended on subscriptions (is_live, ended_at)
  where ended_at is not null and first_paid_at is not null and refused_as is null;
create index subscriptions_trial_began on subscriptions (is_live, (coalesce(contract_at, created_at)))
  where trial_end is not null and refused_as is null;

-- The embedded provider's own payments; one row for each period that was charged or could not be.
create table embedded_payments (
  number bigint generated always as identity primary key,
  id text not null unique,
  subscription_id text not null references embedded_subscriptions (id) on delete cascade,
  status text not null check (status in ('paid', 'failed')),
  amount_cents integer not null check (amount_cents > 0),
  refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
  failed_attempts integer not null default 0,
  created_at timestamptz not null,
  paid_at timestamptz
);
create index embedded_payments_of on embedded_payments (subscription_id, number);
insert into embedded_payments (id, subscription_id, status, amount_cents, refunded_cents, failed_attempts, created_at, paid_at)
select 'in_' || md5(id), id, case when status = 'past_due' then 'failed' else 'paid' end, price_cents,
  least(refunded_cents, price_cents), case when status = 'past_due' then 1 else 0 end, billing_anchor,
  case when status <> 'past_due' then billing_anchor end
from embedded_subscriptions
where price_cents > 0 and status <> 'trialing' and (trial_end is null or current_period_end > trial_end);
