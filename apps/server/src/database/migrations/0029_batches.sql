-- No statement reads a whole table that grows with learners: each index below is for a job or a rare call that did.

-- Reminders are decided in batches: those of an hour who are not decided yet, in a fixed order.
create index reminder_settings_due on reminder_settings (time_zone, hour, (coalesce(decided_day, '-infinity'::date)), user_id);
drop index reminder_settings_hour;

-- Purges.
create index sessions_expires on sessions (expires_at);
create index sessions_used on sessions (last_used_at);
create index devices_expires on devices (expires_at);
create index login_attempts_failed on login_attempts (last_failure_at) where key not like 'account-year:%';
create index login_attempts_failed_year on login_attempts (last_failure_at) where key like 'account-year:%';
create index one_time_tokens_used on one_time_tokens (used_at) where used_at is not null;
create index email_changes_requested on email_changes (requested_at);
create index outgoing_mails_plain on outgoing_mails (created_at) where dedupe_key is null;
create index outgoing_mails_keyed on outgoing_mails (created_at) where dedupe_key is not null;
drop index outgoing_mails_created;
create index payment_events_received on payment_events (received_at);
create index customers_idle on customers (created_at) where user_id is null;
create index registrations_created on registrations (created_at, id);
create index onboardings_used on onboardings (updated_at, id);
drop index onboardings_updated;
create index erased_consents_erased on erased_consents (erased_at);
create index erased_accounts_erased on erased_accounts (erased_at);

-- Erasure. The bytes of an ID's text are the same in every encoding.
create index users_erased on users (sha256(id::text::bytea));
create index outgoing_mails_user on outgoing_mails (user_id);
create index mailbox_mails_to on mailbox_mails (to_address);
create index mailbox_mails_message on mailbox_mails (message_id text_pattern_ops);
create index one_time_tokens_registration on one_time_tokens (registration_id) where registration_id is not null;
create index payment_events_subscription on payment_events (subscription_id);
create index login_attempts_start on login_attempts (key text_pattern_ops);
create index email_changes_old on email_changes (old_email);

-- Payments. A reference comes back from the provider as text, and may be no UUID.
create index checkouts_reference on checkouts ((id::text));
create index checkouts_customer on checkouts (customer_id);
create index checkouts_to_compare on checkouts (provider, id) where status in ('open', 'replaced') and session_id is not null;
drop index checkouts_unfinished;
create index subscriptions_running on subscriptions (provider, id) where status not in ('canceled', 'incomplete_expired');
create index subscriptions_of_customer on subscriptions (provider_customer_id);
create index subscriptions_trials on subscriptions (provider, trial_end) where status = 'trialing' and trial_reminded_at is null;
create index subscription_changes_of on subscription_changes (user_id, subscription_id);
create index embedded_card_pages_of on embedded_card_pages (subscription_id);
create index billing_closings_requested on billing_closings (requested_at);
create index embedded_card_pages_expires on embedded_card_pages (expires_at);
create index embedded_requests_made on embedded_requests (made_at);
create index embedded_checkouts_customer on embedded_checkouts (customer_id);
create index embedded_checkouts_unpaid on embedded_checkouts (expires_at) where status <> 'complete';
create index embedded_subscriptions_customer on embedded_subscriptions (customer_id);

-- Learning tips.
create index lesson_progress_finished on lesson_progress (finished_at) where finished_at is not null;
