-- Statements of withdrawal from a contract (within 14 days, for consumers in the European Union). A row is the proof that one was
-- received, and until ended_at is set the order to end the subscription at the provider.
create table withdrawals (
  user_id uuid not null references users (id) on delete cascade,
  subscription_id text not null,
  -- As the learner signed it.
  name text not null,
  declared_at timestamptz not null,
  ended_at timestamptz,
  primary key (user_id, subscription_id)
);
create index withdrawals_to_end on withdrawals (declared_at) where ended_at is null;

-- When a subscription was first heard of, which is when the contract was made. Null for rows that no provider knows.
alter table subscriptions add column contract_at timestamptz;
update subscriptions set contract_at = created_at where provider is not null;
