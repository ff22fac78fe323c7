-- The score of the plan that was made last, so that plans can be compared without computing all of them again. Null before the first plan, and
-- for plans from before this migration: they do not count.
alter table onboardings add column readiness_score smallint check (readiness_score between 0 and 100);
