-- An erased account's traces of signing in are found by the account alone.
create index login_network_accounts_account on login_network_accounts (account_key);

-- Room for a changed row in its page, so that storing what the provider says touches no index. Pages written before fill up as they are.
alter table subscriptions set (fillfactor = 80);
