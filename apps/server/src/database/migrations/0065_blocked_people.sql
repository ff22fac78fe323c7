-- Since when staff keep this account from signing in. Nothing else of it changes.
alter table users add column blocked_at timestamptz;

alter table sessions drop constraint sessions_end_reason_check;
alter table sessions add constraint sessions_end_reason_check check (end_reason in
  ('signed_out', 'pin_changed', 'email_changed', 'email_change_undone', 'account_deleted', 'account_blocked'));

-- Instances forget the sessions that they keep of a blocked user.
drop trigger users_changed on users;
create trigger users_changed after update on users for each row
  when ((old.lang, old.deactivated_at, old.blocked_at) is distinct from (new.lang, new.deactivated_at, new.blocked_at))
  execute function tell_session_change('id');
