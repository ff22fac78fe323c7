-- Payments that the payer's bank took back, as the provider reports them.
create table disputes (
  user_id uuid not null references users (id) on delete cascade,
  id text not null unique,
  subscription_id text not null,
  payment_id text not null references payments (id) on delete cascade,
  -- open: we have until due_at to answer.
  status text not null check (status in ('open', 'under_review', 'won', 'lost')),
  amount_cents bigint not null check (amount_cents >= 0),
  currency text not null,
  -- The provider's word.
  reason text not null,
  due_at timestamptz,
  opened_at timestamptz not null,
  is_live boolean not null,
  -- What staff decided about access; null until then.
  access text check (access in ('keep', 'period_end', 'now')),
  -- The emails to staff that were sent.
  told_at timestamptz,
  warned_early_at timestamptz,
  warned_last_at timestamptz,
  primary key (user_id, id)
);
create index disputes_subscription on disputes (subscription_id);
create index disputes_payment on disputes (payment_id);
create index disputes_running on disputes (is_live, due_at) where status in ('open', 'under_review');

-- Lost ones, in the month in which that became known here.
alter table payment_months
  add column disputes integer not null default 0,
  add column disputed_cents bigint not null default 0;

create table embedded_disputes (
  id text primary key,
  payment_id text not null references embedded_payments (id) on delete cascade,
  status text not null check (status in ('open', 'lost')),
  due_at timestamptz not null,
  opened_at timestamptz not null
);
create index embedded_disputes_payment on embedded_disputes (payment_id);
create index embedded_disputes_due on embedded_disputes (due_at) where status = 'open';
