-- Cards that have had their free trial, and the subscription it was for, both as keyed hashes: nothing here names a person.
create table trial_cards (
  card_hash bytea primary key,
  subscription_hash bytea not null unique,
  used_at timestamptz not null
);
create index trial_cards_used on trial_cards (used_at);

-- The embedded provider's own mark of a card: a keyed hash of its number; null for the card that everybody tests with.
alter table embedded_subscriptions add column card_fingerprint text;
