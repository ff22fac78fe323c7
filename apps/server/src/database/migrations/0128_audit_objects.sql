-- What an act of staff was about, what it changed, and how it ended. The result is a row of its own, because rows never change.
alter table desk_audit
  add column begun_id bigint,
  add column object_kind text,
  add column object_id text,
  add column was text,
  add column becomes text,
  add column amount bigint,
  add column currency text,
  add column ends_at timestamptz;
create unique index desk_audit_begun on desk_audit (begun_id) where begun_id is not null;

-- Rows without the new columns keep the hash they were written with.
create or replace function desk_audit_hash(row_of desk_audit) returns bytea language sql stable as $$
  select sha256(row_of.previous_hash || convert_to((jsonb_build_array(row_of.id, extract(epoch from row_of.at)::text, row_of.staff_id,
    row_of.action, row_of.outcome, encode(row_of.person, 'hex'), row_of.reason) || case
    when num_nonnulls(row_of.begun_id, row_of.object_kind, row_of.object_id, row_of.was, row_of.becomes, row_of.amount,
      row_of.currency, row_of.ends_at) = 0 then '[]'::jsonb
    else jsonb_build_array(row_of.begun_id, row_of.object_kind, row_of.object_id, row_of.was, row_of.becomes, row_of.amount,
      row_of.currency, extract(epoch from row_of.ends_at)::text) end)::text, 'UTF8'))
$$;
