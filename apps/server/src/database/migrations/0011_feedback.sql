-- What learners say about the product, in their own words.
create table feedback (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null,
  rating smallint check (rating between 1 and 5),
  message text not null check (char_length(message) <= 150),
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  check (rating is not null or message <> '')
);

-- Decisions of a learner stand beside those of a registration; one row is about either of them.
alter table consents
  alter column registration_id drop not null,
  add column user_id uuid references users (id) on delete cascade,
  add column place text not null default 'registration' check (place in ('registration', 'account', 'unsubscribe_link')),
  add constraint consents_of_somebody check (num_nonnulls(user_id, registration_id) = 1);
create index consents_user on consents (user_id, purpose, id);

-- Where a mail's List-Unsubscribe header points; null for mails that are no marketing.
alter table mailbox_mails add column unsubscribe_url text;
