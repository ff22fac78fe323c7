-- The learner's best passed prompt for each task; of two equal ones, the later. A learner's rows are read by the primary key.
create table passed_prompts (
  user_id uuid not null references users (id) on delete cascade,
  practice_id text not null,
  prompt text not null,
  score integer not null check (score between 4 and 5),
  passed_at timestamptz not null,
  primary key (user_id, practice_id)
);

-- Until now, only the answer in the lesson was stored.
insert into passed_prompts (user_id, practice_id, prompt, score, passed_at)
select r.user_id, r.practice_id, r.answer, (e.evaluation ->> 'score')::integer, r.answered_at
from practice_results r
join prompt_evaluations e on e.user_id = r.user_id and e.practice_id = r.practice_id
  and e.prompt_hash = sha256(convert_to(r.answer, 'UTF8'))
where r.is_correct and e.evaluation ->> 'score' in ('4', '5')
on conflict do nothing;
