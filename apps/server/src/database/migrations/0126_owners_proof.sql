-- When the learner's own PIN or passkey was used in a session that an organization's provider began, and when it confirmed that an
-- account at the provider is theirs. The provider's word is never enough for either.
alter table sessions add column owner_proved_at timestamptz;
alter table organization_identities add column confirmed_at timestamptz;

-- Instances forget the sessions that they keep when their owner proves them, or gets or loses a PIN or a passkey.
drop trigger sessions_changed on sessions;
create trigger sessions_changed after update on sessions for each row
  when ((old.created_at, old.expires_at, old.revoked_at, old.reauthenticated_at, old.owner_proved_at)
    is distinct from (new.created_at, new.expires_at, new.revoked_at, new.reauthenticated_at, new.owner_proved_at)
    or new.last_used_at < old.last_used_at)
  execute function tell_session_change('user_id');
drop trigger users_changed on users;
create trigger users_changed after update on users for each row
  when ((old.lang, old.deactivated_at, old.blocked_at, old.pin_hash is null)
    is distinct from (new.lang, new.deactivated_at, new.blocked_at, new.pin_hash is null))
  execute function tell_session_change('id');
create trigger passkeys_changed after insert or delete on passkeys for each row
  execute function tell_session_change('user_id');
