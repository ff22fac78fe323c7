-- Who works at the desk. A removed member of staff stays as a name for the audit log, without a way in.
create table desk_staff (
  id uuid primary key,
  email text not null,
  name text not null,
  role text not null check (role in ('support', 'content', 'finance', 'owner')),
  created_at timestamptz not null default now(),
  enrolled_at timestamptz,
  last_sign_in_at timestamptz,
  removed_at timestamptz,
  -- Wrong recovery codes in a row, and until when no more are compared.
  wrong_codes integer not null default 0,
  codes_locked_until timestamptz
);
create unique index desk_staff_email on desk_staff (email) where removed_at is null;

create table desk_passkeys (
  credential_id text primary key,
  staff_id uuid not null references desk_staff (id) on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  label text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index desk_passkeys_staff on desk_passkeys (staff_id);

create table desk_recovery_codes (
  staff_id uuid not null references desk_staff (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (staff_id, code_hash)
);

-- Links to a first passkey, as the hash of their token.
create table desk_enrolments (
  token_hash bytea primary key,
  staff_id uuid not null references desk_staff (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index desk_enrolments_staff on desk_enrolments (staff_id);

-- What a passkey has to sign, as a hash; each works once.
create table desk_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('sign-in', 'step-up', 'passkey')),
  staff_id uuid references desk_staff (id) on delete cascade,
  expires_at timestamptz not null
);
create index desk_challenges_staff on desk_challenges (staff_id);
create index desk_challenges_expire on desk_challenges (expires_at);

create table desk_sessions (
  token_hash bytea primary key,
  staff_id uuid not null references desk_staff (id) on delete cascade,
  began_with text not null check (began_with in ('passkey', 'code', 'enrolment', 'oidc')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  stepped_up_at timestamptz,
  ended_at timestamptz
);
create index desk_sessions_staff on desk_sessions (staff_id);
create index desk_sessions_expire on desk_sessions (expires_at);

-- Append-only, and each row contains the hash of the one before. `person` is a keyed hash, so erasure leaves the log as it is.
create table desk_audit (
  id bigint primary key,
  at timestamptz not null,
  staff_id uuid,
  action text not null,
  outcome text not null,
  person bytea,
  reason text,
  previous_hash bytea not null,
  hash bytea not null
);
create index desk_audit_at on desk_audit (at);
create index desk_audit_staff on desk_audit (staff_id, id);
create index desk_audit_person on desk_audit (person, id) where person is not null;
create index desk_audit_action on desk_audit (action, id);

create function desk_audit_hash(row_of desk_audit) returns bytea language sql stable as $$
  select sha256(row_of.previous_hash || convert_to(jsonb_build_array(row_of.id, extract(epoch from row_of.at)::text, row_of.staff_id,
    row_of.action, row_of.outcome, encode(row_of.person, 'hex'), row_of.reason)::text, 'UTF8'))
$$;

-- One writer at a time, until its commit: the chain has no forks and no gaps.
create function desk_audit_chain() returns trigger language plpgsql as $$
declare
  before desk_audit;
begin
  perform pg_advisory_xact_lock(hashtext('desk_audit'));
  select * into before from desk_audit order by id desc limit 1;
  new.id := coalesce(before.id, 0) + 1;
  new.at := clock_timestamp();
  new.previous_hash := coalesce(before.hash, '\x');
  new.hash := desk_audit_hash(new);
  return new;
end
$$;
create trigger desk_audit_chain before insert on desk_audit for each row execute function desk_audit_chain();

create function desk_audit_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('kitewise.desk_audit_retention', true) = 'on' then
    return old;
  end if;
  raise exception 'the audit log is append-only';
end
$$;
create trigger desk_audit_rows before update or delete on desk_audit for each row execute function desk_audit_is_append_only();
create trigger desk_audit_table before truncate on desk_audit execute function desk_audit_is_append_only();

-- The only way to delete: from the oldest on, so that the rest is still a chain.
create function purge_desk_audit(days integer) returns bigint language plpgsql as $$
declare
  deleted bigint;
begin
  perform pg_advisory_xact_lock(hashtext('desk_audit'));
  perform set_config('kitewise.desk_audit_retention', 'on', true);
  delete from desk_audit where at < now() - make_interval(days => days)
    and id < (select max(id) from desk_audit);
  get diagnostics deleted = row_count;
  perform set_config('kitewise.desk_audit_retention', 'off', true);
  return deleted;
end
$$;
