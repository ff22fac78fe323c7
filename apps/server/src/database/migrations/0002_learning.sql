-- Progress of learners. Courses, lessons, fragments and practices are named by the ids of the content files: the
-- content itself is not in the database. Rows are kept when content goes; progress in a row only moves forward.

create table lesson_progress (
  user_id uuid not null references users (id) on delete cascade,
  lesson_id text not null,
  course_id text not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (user_id, lesson_id)
);

create table fragment_progress (
  user_id uuid not null references users (id) on delete cascade,
  lesson_id text not null,
  fragment_id text not null,
  opened_at timestamptz not null,
  completed_at timestamptz,
  time_spent_seconds integer not null default 0 check (time_spent_seconds >= 0),
  primary key (user_id, lesson_id, fragment_id)
);

-- The answer that is kept for each practice: an option id, the learner's prompt, or SKIPPED.
create table practice_results (
  user_id uuid not null references users (id) on delete cascade,
  lesson_id text not null,
  practice_id text not null,
  answer text not null,
  is_correct boolean not null,
  is_skipped boolean not null,
  first_answered_at timestamptz not null,
  answered_at timestamptz not null,
  primary key (user_id, lesson_id, practice_id)
);

-- What the judge said about a learner's prompt, by SHA-256 of the trimmed prompt. Proof that an answer passed, and the
-- answer to the same question asked again.
create table prompt_evaluations (
  user_id uuid not null references users (id) on delete cascade,
  practice_id text not null,
  prompt_hash bytea not null,
  language text not null,
  evaluation jsonb not null,
  evaluated_at timestamptz not null,
  primary key (user_id, practice_id, prompt_hash)
);
