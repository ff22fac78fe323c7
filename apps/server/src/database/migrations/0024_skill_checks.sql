-- The skill check of a course: form a before it, form b after it. The first answers to a form count.
create table skill_checks (
  user_id uuid not null references users (id) on delete cascade,
  course_id text not null,
  form text not null check (form in ('a', 'b')),
  correct integer not null check (correct >= 0),
  total integer not null check (total between greatest(correct, 1) and 9),
  taken_at timestamptz not null,
  primary key (user_id, course_id, form)
);
