-- The order in which changes of a subscription were wished: the newest one counts, also when an older call to the provider is answered
-- later. Clocks may give two of them one moment.
alter table subscription_changes add column number bigint generated always as identity;

-- What a closing has ended at the provider. It isn't ended again while the rest is tried again.
alter table billing_closings add column ended_ids text[] not null default '{}';
