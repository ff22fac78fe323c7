-- A checkout that was begun by way of the quiz, for an address whose mailbox nobody has proven. Null for a signed-in learner.
alter table checkouts
  add column registration_id uuid references registrations (id) on delete cascade,
  -- True when paying it created the account: only then may the browser that began it set the PIN.
  add column if not exists created_account boolean not null default false;
create index checkouts_registration on checkouts (registration_id) where registration_id is not null;

-- One open checkout for each registration, and one for the signed-in learner: strangers who type an address share nothing.
drop index checkouts_one_open;
create unique index checkouts_one_open on checkouts (customer_id, coalesce(registration_id, customer_id))
  where status = 'open';

alter table subscriptions
  -- Why it was ended as soon as it was paid; null for one that may run.
  add column refused_as text check (refused_as in ('second', 'account_deleted', 'trial_again'));

alter table embedded_subscriptions
  add column refunded_cents integer not null default 0 check (refunded_cents >= 0);
