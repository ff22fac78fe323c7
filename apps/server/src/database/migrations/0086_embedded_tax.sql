-- Of the embedded payment provider: where the payer is taxed, the rate that the price includes, and what it came to.
alter table embedded_subscriptions
  add column country text,
  add column tax_percent numeric(5, 3) not null default 0;
alter table embedded_payments
  add column tax_cents integer not null default 0,
  add column country text;
