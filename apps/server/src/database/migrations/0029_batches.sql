-- Reminders are decided in batches: this index gives those of an hour who are not decided yet, in a fixed order.
create index reminder_settings_due on reminder_settings (time_zone, hour, (coalesce(decided_day, '-infinity'::date)), user_id);
drop index reminder_settings_hour;
