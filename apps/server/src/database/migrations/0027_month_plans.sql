-- Plans of 28 days, one after the other. The steps are fixed when a plan starts; they name lessons and missions by ID.
create table month_plans (
  user_id uuid not null references users (id) on delete cascade,
  number integer not null check (number >= 1),
  -- In the learner's time zone then.
  start_day date not null,
  steps jsonb not null,
  primary key (user_id, number)
);

-- Missions that a learner did in real life, with one line about it.
create table missions_done (
  user_id uuid not null,
  plan_number integer not null,
  mission_id text not null,
  note text not null check (char_length(note) <= 200),
  -- When the learner wrote the note: a late older one changes nothing.
  noted_at timestamptz not null,
  primary key (user_id, plan_number, mission_id),
  foreign key (user_id, plan_number) references month_plans (user_id, number) on delete cascade
);
