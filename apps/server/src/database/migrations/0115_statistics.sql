-- Learners have many rows here. PostgreSQL estimates how many learners there are from a sample, and took a million for 98,000. A
-- statement about one learner then looked so expensive that it was planned again at each call. As a share, the number grows with the table.
alter table fragment_progress alter column user_id set (n_distinct = -0.05);
alter table practice_results alter column user_id set (n_distinct = -0.05);
alter table review_cards alter column user_id set (n_distinct = -0.05);
alter table lesson_progress alter column user_id set (n_distinct = -0.2);
alter table learned_days alter column user_id set (n_distinct = -0.1);
alter table reminders alter column user_id set (n_distinct = -0.1);
analyze fragment_progress (user_id), practice_results (user_id), review_cards (user_id), lesson_progress (user_id), learned_days (user_id),
  reminders (user_id);

-- Newcomers who agreed to join an organization and never came are looked for every day.
create index organization_agreements_agreed on organization_agreements (agreed_at);
