-- A change of plan takes effect with the next payment; until then, the subscription has this one beside its own.
alter table subscriptions
  add column next_product_id text,
  add column next_price_cents integer,
  add column next_interval_unit text,
  add column next_interval_count integer,
  add constraint subscriptions_next_plan check (num_nonnulls(next_price_cents, next_interval_unit, next_interval_count) in (0, 3));

-- What staff wish beside learners. `refused`: the provider wouldn't.
alter table subscription_changes
  drop constraint subscription_changes_wish_check,
  add constraint subscription_changes_wish_check check (wish in ('cancel', 'resume', 'plan')),
  add column product_id text,
  add column staff_id uuid references desk_staff (id),
  add column outcome text check (outcome in ('done', 'refused')),
  add constraint subscription_changes_plan check ((product_id is not null and staff_id is not null) = (wish = 'plan'));
create unique index subscription_changes_id on subscription_changes (id);
create index subscription_changes_staff on subscription_changes (staff_id) where staff_id is not null;

-- Of the embedded payment provider: productId, amount, interval and intervalCount.
alter table embedded_subscriptions add column next_plan jsonb;
