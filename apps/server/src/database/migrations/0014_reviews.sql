-- Whether the first answer to a practice was right, which a later and better answer would hide; null while it was only skipped, and for
-- answers from before this was kept: of those the one that is stored is the best that is known. No row is written anew here, so that
-- nobody's answer waits for this.
alter table practice_results add column is_first_correct boolean;

-- The daily practice: what a learner remembers of each practice that they have met, as FSRS counts it. A card that was never answered
-- (turn 0) has no memory yet. Days are those of the learner's calendar. Cards of content that has gone are kept and not shown.
create table review_cards (
  user_id uuid not null references users (id) on delete cascade,
  practice_id text not null,
  -- Answers so far, the lesson's own among them.
  turn integer not null check (turn >= 0),
  lapses integer not null check (lapses >= 0),
  -- In days.
  stability float8 not null,
  -- 1 to 10; 0 while there is no memory.
  difficulty float8 not null,
  -- 1 again, 2 hard, 3 good, 4 easy.
  last_rating smallint check (last_rating between 1 and 4),
  last_day date,
  due_day date not null,
  primary key (user_id, practice_id),
  check ((turn = 0) = (last_day is null) and (turn = 0) = (last_rating is null))
);

-- Every review of the daily practice. The place in its day makes more than ten impossible, the turn a review that counts twice.
create table review_log (
  user_id uuid not null references users (id) on delete cascade,
  day date not null,
  place smallint not null check (place between 1 and 10),
  practice_id text not null,
  -- The turn of the card that was answered.
  turn integer not null,
  rating smallint not null check (rating between 1 and 4),
  answered_at timestamptz not null,
  primary key (user_id, day, place),
  unique (user_id, practice_id, turn)
);
