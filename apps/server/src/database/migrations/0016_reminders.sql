-- Whether and when a learner wants to be reminded of the day's lesson. No row: never asked, or never answered.
create table reminder_settings (
  user_id uuid primary key references users (id) on delete cascade,
  by_mail boolean not null default false,
  -- Of the learner's own day.
  hour smallint not null check (hour between 0 and 23),
  time_zone text not null,
  -- A reminder is not made up for an hour that was over when it was chosen.
  changed_at timestamptz not null,
  -- The last day, by the learner's calendar, for which it was decided whether to remind.
  decided_day date,
  -- The day of the last reminder before they stopped; learning on it or later starts them again.
  quiet_day date
);
create index reminder_settings_hour on reminder_settings (time_zone, hour);

-- What was sent: one reminder for each learner, day and channel.
create table reminders (
  user_id uuid not null references users (id) on delete cascade,
  day date not null,
  channel text not null check (channel in ('mail', 'push')),
  sent_at timestamptz not null,
  primary key (user_id, day, channel)
);
create index reminders_sent on reminders (sent_at);

-- Browsers that show reminders. The endpoint is an address at a push service that the browser chose.
create table push_subscriptions (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  endpoint text not null unique,
  p256dh_key text not null,
  auth_secret text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, id)
);
create unique index push_subscriptions_id on push_subscriptions (id);
