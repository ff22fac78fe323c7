-- Codes that reduce prices, in the books of the embedded provider. Stripe keeps its own.
create table embedded_coupons (
  id text primary key,
  idempotency_key text not null unique,
  code text not null,
  percent_off integer check (percent_off between 1 and 100),
  amount_off_cents integer check (amount_off_cents > 0),
  currency text,
  duration text not null check (duration in ('once', 'repeating', 'forever')),
  months integer,
  expires_at timestamptz,
  max_redemptions integer,
  redemptions integer not null default 0,
  -- Null for every plan.
  product_ids text[],
  is_active boolean not null default true,
  created_at timestamptz not null,
  check ((percent_off is null) <> (amount_off_cents is null)),
  check ((duration = 'repeating') = (months is not null))
);

-- As at Stripe, a code can be given again once its coupon is deactivated.
create unique index embedded_coupons_code on embedded_coupons (code) where is_active;

alter table embedded_checkouts add column coupon_id text;
alter table embedded_subscriptions add column discount jsonb;
alter table embedded_payments add column discount_cents integer not null default 0;

-- What reduces coming payments: [{"percentOff", "amountOff", "until"}]. A subscription of before has them after its next reading.
alter table subscriptions add column discounts jsonb not null default '[]';

-- The provider's ID of the coupon: a part of the request that is repeated unchanged.
alter table checkouts add column coupon_id text;
