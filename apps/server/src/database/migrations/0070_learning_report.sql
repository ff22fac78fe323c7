-- The option of a choice question that was chosen first, if it was wrong; a later, better answer replaces only the answer.
alter table practice_results add column first_wrong_option text;

-- The nightly report on learning reads learners in batches, in the order of their IDs. One row.
create table learning_report (
  only_row boolean primary key default true check (only_row),
  -- Of the running report, otherwise of the last one.
  began_at timestamptz,
  -- The last learner that was counted; null while no report runs.
  counted_until uuid,
  -- When the figures that the desk shows were complete.
  finished_at timestamptz
);
insert into learning_report default values;

-- What the running report has counted so far. Names no person.
create table learning_counts (
  -- The ID of a lesson or a practice.
  place text not null,
  language text not null,
  measure text not null,
  -- An option, a point, or a class of durations.
  detail text not null,
  learners integer not null check (learners > 0),
  primary key (place, language, measure, detail)
);

-- The last finished report, without rows of fewer than five learners. Language: of the account; empty for all.
create table learning_places (
  place text not null,
  language text not null,
  started integer not null,
  finished integer not null,
  skipped integer not null,
  left_behind integer not null,
  tried integer not null,
  first_right integer not null,
  settled integer not null,
  struggled integer not null,
  median_seconds integer,
  primary key (language, place)
);

create table learning_answers (
  place text not null,
  language text not null,
  measure text not null check (measure in ('wrong_option', 'missed', 'marked')),
  detail text not null,
  learners integer not null,
  tried integer not null,
  primary key (language, place, measure, detail)
);

-- The funnel by week. Visitors without an address are deleted after 90 days, but their counts stay.
create table learning_weeks (
  -- Monday.
  week date not null,
  variant integer not null,
  version integer not null,
  begun integer not null,
  plan_made integer not null,
  task_tried integer not null,
  registered integer not null,
  checkout_begun integer not null,
  paid integer not null,
  pin_set integer not null,
  lesson_finished integer not null,
  learning_on_day_30 integer not null,
  primary key (week, variant, version)
);
create index onboardings_created on onboardings (created_at);
