-- A registration comes from a quiz or from a gift code.
alter table registrations
  alter column onboarding_id drop not null,
  add column gift_code_id uuid references gift_codes (id),
  add constraint registrations_origin check (num_nonnulls(onboarding_id, gift_code_id) = 1);
create unique index registrations_gift on registrations (gift_code_id, email) where gift_code_id is not null;

alter table one_time_tokens
  drop constraint one_time_tokens_purpose_check,
  add constraint one_time_tokens_purpose_check
    check (purpose in ('pin-setup', 'registration', 'device', 'email-change', 'email-undo', 'gift'));
