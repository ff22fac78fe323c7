-- Streamed answers of a model to learners' prompts: those of all instances in a day of UTC, beside the calls …
alter table model_calls add column answers integer not null default 0 check (answers >= 0);

-- … and those of one learner on the last day with one.
create table model_answers (
  user_id uuid primary key references users (id) on delete cascade,
  day date not null,
  answers integer not null check (answers >= 0)
);

-- Whether this evaluation is the one by which the learner counts in practice_passes. One of a learner's evaluations of a task is.
alter table prompt_evaluations add column is_pass_counted boolean not null default false;

-- Anonymous: how many learners passed a task, and how many of them only with words that they marked themselves. In a text set.
create table practice_passes (
  practice_id text not null,
  language text not null,
  passes integer not null check (passes > 0),
  marked integer not null check (marked between 0 and passes),
  primary key (practice_id, language)
);

-- Anonymous: the words, folded, by how many learners marked them for a point and passed. Authors see those of five or more.
create table marked_phrases (
  practice_id text not null,
  point text not null,
  language text not null,
  phrase text not null check (char_length(phrase) <= 80),
  learners integer not null check (learners > 0),
  primary key (practice_id, point, language, phrase)
);

-- What turning a lapse into a pass needs, for as long as that is possible: the prompt that counted, and the card before it.
alter table review_log add column prompt_hash bytea, add column card_before jsonb;
