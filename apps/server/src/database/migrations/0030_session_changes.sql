-- Instances keep sessions for a few seconds. Every change of what they keep is told to all of them, whoever makes it.
create function tell_session_change() returns trigger language plpgsql as $$
declare
  changed jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  perform pg_notify('session_changes', 'changed ' || (changed ->> tg_argv[0]));
  return null;
end
$$;

create trigger sessions_changed after update on sessions for each row
  when ((old.created_at, old.expires_at, old.revoked_at, old.reauthenticated_at)
    is distinct from (new.created_at, new.expires_at, new.revoked_at, new.reauthenticated_at)
    or new.last_used_at < old.last_used_at)
  execute function tell_session_change('user_id');
create trigger sessions_removed after delete on sessions for each row
  when (old.revoked_at is null and old.expires_at > now() and old.last_used_at > now() - interval '14 days')
  execute function tell_session_change('user_id');

create trigger users_changed after update on users for each row
  when ((old.lang, old.deactivated_at) is distinct from (new.lang, new.deactivated_at))
  execute function tell_session_change('id');
create trigger users_removed after delete on users for each row execute function tell_session_change('id');

create trigger subscriptions_added after insert or delete on subscriptions for each row
  execute function tell_session_change('user_id');
create trigger subscriptions_changed after update on subscriptions for each row
  when ((old.user_id, old.status, old.current_period_end, old.past_due_since)
    is distinct from (new.user_id, new.status, new.current_period_end, new.past_due_since))
  execute function tell_session_change('user_id');
