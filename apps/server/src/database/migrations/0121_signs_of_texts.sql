-- Limits of texts count signs as people see them (packages/contract/src/typed/signs.ts). A sign has at most 20 code points.
alter table feedback
  drop constraint feedback_message_check,
  add constraint feedback_message_check check (char_length(message) <= 3000);
alter table missions_done
  drop constraint missions_done_note_check,
  add constraint missions_done_note_check check (char_length(note) <= 4000);
alter table certificates
  drop constraint certificates_name_check,
  add constraint certificates_name_check check (char_length(name) between 1 and 1600);
alter table users
  drop constraint users_first_name_check,
  add constraint users_first_name_check check (char_length(first_name) between 1 and 800);
alter table registrations
  drop constraint registrations_first_name_check,
  add constraint registrations_first_name_check check (char_length(first_name) between 1 and 800);
