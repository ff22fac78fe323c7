-- Learners change their plan themselves; staff still can.
alter table subscription_changes
  drop constraint subscription_changes_plan,
  add constraint subscription_changes_plan
    check ((product_id is not null) = (wish = 'plan') and (staff_id is null or wish = 'plan'));
