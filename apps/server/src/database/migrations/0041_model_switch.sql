-- Staff can turn the model off, for all instances at once. One row.
create table model_switch (
  only_row boolean primary key default true check (only_row),
  is_off boolean not null default false,
  changed_at timestamptz not null default now()
);
insert into model_switch default values;

-- Of a day: calls that failed, evaluations and answers that did without the model because it failed or was off, and those that did
-- because the day's calls were used up.
alter table model_calls
  add column failed integer not null default 0 check (failed >= 0),
  add column fallbacks integer not null default 0 check (fallbacks >= 0),
  add column capped integer not null default 0 check (capped >= 0);
