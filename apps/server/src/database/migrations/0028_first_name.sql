-- How the learner wants to be greeted; null for no name.
alter table users add column first_name text check (char_length(first_name) between 1 and 40);
-- Minutes a day that the learner has chosen; null for the standard.
alter table users add column daily_goal_minutes smallint check (daily_goal_minutes in (5, 10, 15, 20));

-- Both wait here, as answered in the quiz, until the account exists.
alter table registrations add column first_name text check (char_length(first_name) between 1 and 40);
alter table registrations add column daily_goal_minutes smallint check (daily_goal_minutes in (5, 10, 15, 20));
