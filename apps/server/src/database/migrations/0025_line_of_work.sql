-- The line of work for which the learner wants lessons picked; null for none.
alter table users add column line_of_work text
  check (line_of_work in ('shop', 'school', 'office', 'care', 'trades', 'jobSearch'));
