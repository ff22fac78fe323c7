-- Why a mail wasn't delivered, and what came back after the next server had accepted it.
alter table outgoing_mails
  add column refusal text check (refusal in ('by_server', 'not_needed', 'suppressed')),
  add column bounced_at timestamptz,
  -- The enhanced status code of RFC 3463, such as 5.1.1.
  add column bounce_status text,
  add column complained_at timestamptz;

-- Addresses that get no mail (bounce) or only account mails (complaint), as keyed hashes: nothing here names a person.
create table suppressed_addresses (
  address_hash bytea primary key,
  reason text not null check (reason in ('bounce', 'complaint')),
  suppressed_at timestamptz not null default now()
);
create index suppressed_addresses_at on suppressed_addresses (suppressed_at);
