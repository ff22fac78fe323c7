-- Which accounts (keyed hash of the address) a network has failed to sign in to.
create table login_network_accounts (
  network_key text not null,
  account_key text not null,
  tried_at timestamptz not null default now(),
  primary key (network_key, account_key)
);
create index login_network_accounts_tried on login_network_accounts (tried_at);

-- Wrong PINs from unknown devices, by the hour: what shows that somebody tries one PIN at many accounts.
create table login_failures_by_hour (
  hour timestamptz primary key,
  failures integer not null
);

-- Until when every unknown device has to show a mailed link. One row.
create table sign_in_guard (
  only_row boolean primary key default true check (only_row),
  guarded_until timestamptz not null
);
insert into sign_in_guard (guarded_until) values ('-infinity');

alter table one_time_tokens
  drop constraint one_time_tokens_purpose_check,
  add constraint one_time_tokens_purpose_check check (purpose in ('pin-setup', 'registration', 'device'));

-- For a mail that anybody can order by typing an address: a keyed hash of the network that did. Null for our own mails.
alter table outgoing_mails add column requested_from text;
create index outgoing_mails_requested on outgoing_mails (created_at) where requested_from is not null;
