-- Why a session was ended, for the message at the next sign-in. Null while it is alive, and for sessions ended before this column existed.
alter table sessions
  add column end_reason text
    check (end_reason in ('signed_out', 'pin_changed', 'email_changed', 'email_change_undone', 'account_deleted'));

-- Whether paying this checkout created the account. Only such a checkout issues a token that sets the PIN.
alter table checkouts add column created_account boolean not null default false;

-- Since when a wrong PIN of an existing account has come from this network without a right one after it. Null for an address without an
-- account, and while the PIN is being compared.
alter table login_network_accounts add column failed_at timestamptz;
create index login_network_accounts_failed on login_network_accounts (failed_at) where failed_at is not null;
