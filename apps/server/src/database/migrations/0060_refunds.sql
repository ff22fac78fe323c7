-- Refunds that staff began, each stored before the provider is asked; the ID is the idempotency key.
create table refunds (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null unique,
  subscription_id text not null,
  payment_id text not null references payments (id) on delete cascade,
  staff_id uuid not null references desk_staff (id),
  amount_cents integer not null check (amount_cents > 0),
  -- What happens to access afterwards.
  access text not null check (access in ('keep', 'period_end', 'now')),
  -- begun: the provider may not know it yet; refunded: access isn't settled yet.
  state text not null default 'begun' check (state in ('begun', 'refunded', 'done', 'refused')),
  created_at timestamptz not null default now(),
  primary key (user_id, id)
);
create index refunds_payment on refunds (payment_id);
create index refunds_staff on refunds (staff_id, created_at);
