import type { Catalog } from '@kitewise/content/catalog'
import { connect, type DatabaseAddress } from '../database/connect.ts'

/** A UUID made from a number, in the form of a random one (RFC 9562, version 4). */
const uuid = (kind: string): string =>
  `overlay(overlay(md5('${kind} ' || n) placing '4' from 13) placing '8' from 17)::uuid`

/** Learners per statement. */
const chunk = 50_000

/**
 * Fills an empty, migrated database with learners 1 to `count`, in SQL. Each has finished one to nine lessons of the first course
 * (five on average, with about 20 fragments), with days, answers, cards, reviews, a subscription, a session, mails and the traces of
 * registering and paying. 60 % want reminders by mail, spread over the hours of the day in UTC; a fifth have a certificate.
 * @param pinHash of everybody's PIN
 */
export async function fillLearners(
  address: DatabaseAddress,
  { count, catalog, now, pinHash }: { count: number; catalog: Catalog; now: Date; pinHash: string },
): Promise<void> {
  const db = connect(address, { poolSize: 1, limits: 'none' })
  await db.withConnection(async (client) => {
    // As a replica, it checks no foreign keys: that took most of the time.
    await client.query(`set synchronous_commit = off; set session_replication_role = replica; set timezone = 'UTC'`)
    await client.query(`create schema filling; create table filling.lessons (position int, course_id text, lesson_id text,
      fragment_id text, practice_id text)`)
    const course = catalog.courses[0]
    if (!course) throw new Error('the catalog is empty')
    const fragments = course.lessons.flatMap(({ id, fragments: all }, index) =>
      all.map((fragment) => [index + 1, course.id, id, fragment.id, fragment.practices[0]?.id ?? null] as const),
    )
    for (const row of fragments) await client.query('insert into filling.lessons values ($1, $2, $3, $4, $5)', [...row])
    for (let from = 1; from <= count; from += chunk) {
      await client.query(learners(from, Math.min(count, from + chunk - 1), { now, pinHash }))
      for (const statement of statements) await client.query(statement)
      await client.query('drop table filling.learners')
    }
    await client.query('drop schema filling cascade')
    await client.query('vacuum (analyze)')
  })
  await db.end()
}

const learners = (from: number, to: number, { now, pinHash }: { now: Date; pinHash: string }): string => `
  create unlogged table filling.learners as
  select n, ${uuid('learner')} as id, 'learner-' || n || '@scale.example' as email,
    1 + (n::bigint * 7919 % 9)::int as lessons, '${pinHash}' as pin_hash, '${now.toISOString()}'::timestamptz as now,
    '${now.toISOString()}'::timestamptz - make_interval(hours => 24 + (n::bigint * 31 % 720)::int) as last_at
  from generate_series(${from}, ${to}) n order by 2;
  analyze filling.learners`

const statements = [
  `insert into users (id, email, username, pin_hash, lang, created_at, marketing_consent, deactivated_at)
   select id, email, 'Learner', pin_hash, 'en', last_at - interval '60 days', n % 3 = 0,
     case when n % 100 = 99 then now - interval '3 days' end from filling.learners`,
  `insert into sessions (user_id, id, expires_at, last_used_at)
   select id, ${uuid('session')}, now + interval '20 days', now - interval '10 minutes' from filling.learners`,
  `insert into devices (user_id, token_hash, expires_at)
   select id, sha256(email::bytea), now + interval '150 days' from filling.learners`,
  `insert into passkeys (user_id, id, credential_id, public_key, counter, transports, rp_id, name)
   select id, ${uuid('passkey')}, 'passkey-' || n, sha256(email::bytea), 0, '{internal}', 'localhost', 'Phone'
   from filling.learners where n % 5 = 0`,
  `insert into login_attempts (key, failures, first_failure_at, last_failure_at, blocked_until)
   select 'account:' || md5(email), 1, last_at, last_at, last_at from filling.learners where n % 5 = 0`,
  `insert into login_network_accounts (network_key, account_key, tried_at)
   select md5('network ' || n), md5(email), now - interval '10 hours' from filling.learners where n % 20 = 0`,
  `insert into onboardings (id, variant, version, step, answers, created_at, updated_at)
   select md5('onboarding ' || n)::uuid, 1, 1, 12, '{"goal": ["work"]}', last_at - interval '20 days', last_at - interval '20 days'
   from filling.learners`,
  `insert into registrations (id, onboarding_id, email, language, marketing_consent, created_at)
   select md5('registration ' || n)::uuid, md5('onboarding ' || n)::uuid, email, 'en', false, last_at - interval '20 days'
   from filling.learners`,
  `insert into consent_texts (sha256, text_id, language, body) values (sha256('terms'), 'terms', 'en', 'terms')
   on conflict do nothing`,
  `insert into consents (registration_id, purpose, is_given, text_sha256)
   select md5('registration ' || n)::uuid, purpose, true, sha256('terms')
   from filling.learners, unnest(array['terms', 'age', 'marketing']) purpose`,
  `insert into one_time_tokens (token_hash, purpose, user_id, created_at, expires_at)
   select sha256(('token ' || n)::bytea), 'pin-setup', id, now, now + interval '1 hour' from filling.learners where n % 10 = 0`,
  `insert into one_time_tokens (token_hash, purpose, registration_id, created_at, expires_at)
   select sha256(('registration ' || n)::bytea), 'registration', md5('registration ' || n)::uuid, now, now + interval '7 days'
   from filling.learners where n % 10 = 1`,
  `insert into email_changes (user_id, id, old_email, new_email, session_id, requested_at)
   select id, md5('change ' || n)::uuid, email, 'new-' || email, ${uuid('session')}, now - interval '3 days'
   from filling.learners where n % 50 = 0`,
  `insert into customers (id, email, user_id, language, marketing_consent, provider_customer_id, trial_used_at, created_at)
   select md5('customer ' || n)::uuid, email, id, 'en', false, 'cus_' || n, last_at, last_at - interval '20 days' from filling.learners`,
  `insert into customers (id, email, language, marketing_consent, created_at)
   select md5('visitor ' || n)::uuid, 'visitor-' || n || '@kitewise.example', 'en', false, last_at from filling.learners`,
  `insert into subscriptions (user_id, id, status, current_period_end, price_cents, currency, interval_unit, interval_count,
     provider, provider_customer_id, product_id, trial_end, contract_at, created_at)
   select id, 'sub_' || lpad(n::text, 12, '0'), case when n % 10 < 7 then 'active' when n % 10 = 7 then 'trialing' else 'canceled' end,
     now + make_interval(days => 5 + n % 20), 2999, 'usd', 'month', 1, 'embedded', 'cus_' || n, 'prod_month',
     case when n % 10 = 7 then now + make_interval(days => 3 + n % 5) end, last_at, last_at - interval '20 days'
   from filling.learners`,
  `update subscriptions s set first_paid_at = s.created_at, is_live = false,
     ended_at = case when s.status = 'canceled' then l.last_at end
   from filling.learners l where l.id = s.user_id and s.status <> 'trialing'`,
  `insert into payments (user_id, id, subscription_id, charge_id, status, product_id, amount_cents, tax_cents, discount_cents,
     currency, is_live, created_at, paid_at)
   select id, 'in_' || n, 'sub_' || lpad(n::text, 12, '0'), case when n % 20 > 0 then 'pi_' || n end,
     case when n % 20 > 0 then 'paid' else 'failed' end, 'prod_month', 2999, 0, 0, 'usd', false, last_at - interval '20 days',
     case when n % 20 > 0 then last_at - interval '20 days' end
   from filling.learners where n % 10 <> 7`,
  `insert into checkouts (id, customer_id, provider, product_id, trial_days, session_id, status, subscription_id, registration_id,
     created_at)
   select md5('checkout ' || n)::uuid, md5('customer ' || n)::uuid, 'embedded', 'prod_month', 7, 'cs_' || n,
     case when n % 100 = 0 then 'open' else 'paid' end, 'sub_' || lpad(n::text, 12, '0'), md5('registration ' || n)::uuid,
     last_at - interval '20 days'
   from filling.learners`,
  `insert into embedded_subscriptions (id, reference, customer_id, product_id, status, billing_anchor, current_period_end, trial_end,
     price_cents, currency, interval_unit, interval_count, card_brand, card_last4, card_ends_at)
   select 'sub_' || lpad(n::text, 12, '0'), md5('checkout ' || n), 'cus_' || n, 'prod_month',
     case when n % 10 < 7 then 'active' else 'trialing' end, last_at - interval '20 days', now + make_interval(days => 5 + n % 20),
     case when n % 10 = 7 then now + make_interval(days => 3 + n % 5) end, 2999, 'usd', 'month', 1, 'visa', '4242',
     now + interval '900 days'
   from filling.learners where n % 10 < 8`,
  `insert into checkout_nonces (checkout_id, nonce_hash)
   select md5('checkout ' || n)::uuid, sha256(('nonce ' || n)::bytea) from filling.learners`,
  `insert into payment_events (id, type, subscription_id, session_id, received_at)
   select 'evt_' || n || '_' || time, 'changed', 'sub_' || lpad(n::text, 12, '0'), null, last_at
   from filling.learners, generate_series(1, 2) time`,
  `insert into trial_cards (card_hash, subscription_hash, used_at)
   select sha256(('card ' || n)::bytea), sha256(('subscription ' || n)::bytea), last_at from filling.learners`,
  `insert into lesson_progress (user_id, lesson_id, course_id, started_at, finished_at)
   select distinct on (u.id, l.position) u.id, l.lesson_id, l.course_id, u.last_at - make_interval(days => u.lessons - l.position),
     u.last_at - make_interval(days => u.lessons - l.position)
   from filling.learners u join filling.lessons l on l.position <= u.lessons order by u.id, l.position`,
  `insert into fragment_progress (user_id, lesson_id, fragment_id, opened_at, completed_at, time_spent_seconds, read_at)
   select u.id, l.lesson_id, l.fragment_id, u.last_at - make_interval(days => u.lessons - l.position),
     u.last_at - make_interval(days => u.lessons - l.position), 45, u.last_at
   from filling.learners u join filling.lessons l on l.position <= u.lessons`,
  `insert into practice_results (user_id, lesson_id, practice_id, answer, is_correct, is_skipped, is_first_correct,
     first_answered_at, answered_at)
   select u.id, l.lesson_id, l.practice_id, 'a', true, false, true, u.last_at, u.last_at
   from filling.learners u join filling.lessons l on l.position <= u.lessons and l.practice_id is not null
   on conflict do nothing`,
  `insert into prompt_evaluations (user_id, practice_id, prompt_hash, language, evaluation, evaluated_at)
   select u.id, l.practice_id, sha256(u.email::bytea), 'en', '{"score": "4", "summary": "Good."}', u.last_at
   from filling.learners u join (select min(practice_id) as practice_id from filling.lessons) l on true`,
  `insert into passed_prompts (user_id, practice_id, prompt, score, passed_at)
   select u.id, l.practice_id, 'Write three headlines for a flyer about our summer sale.', 4, u.last_at
   from filling.learners u join (select min(practice_id) as practice_id from filling.lessons) l on true`,
  `insert into learned_days (user_id, day, first_at, last_at, time_zone)
   select u.id, (u.last_at - make_interval(days => back))::date, u.last_at - make_interval(days => back),
     u.last_at - make_interval(days => back), 'UTC'
   from filling.learners u, generate_series(0, u.lessons - 1) back`,
  `insert into review_cards (user_id, practice_id, turn, lapses, stability, difficulty, last_rating, last_day, due_day)
   select distinct on (u.id, l.practice_id) u.id, l.practice_id, 1, 0, 3.1, 5.2, 3, u.last_at::date, u.last_at::date + 3
   from filling.learners u join filling.lessons l on l.position <= u.lessons and l.practice_id is not null
   order by u.id, l.practice_id`,
  `insert into review_log (user_id, day, place, practice_id, turn, rating, answered_at)
   select u.id, u.last_at::date, place, 'practice-' || place, 1, 3, u.last_at
   from filling.learners u, generate_series(1, 3) place`,
  // An organization for every 40 learners, with two groups.
  `insert into organizations (id, name) select md5('organization ' || n / 40)::uuid, 'Company ' || n / 40
   from filling.learners where n % 40 = 0 or n = 1`,
  `insert into organization_groups (id, organization_id, name)
   select md5('group ' || n / 20)::uuid, md5('organization ' || n / 40)::uuid, 'Group ' || n / 20
   from filling.learners where n % 20 = 0 or n = 1`,
  `insert into organization_members (user_id, organization_id, role, group_id)
   select id, md5('organization ' || n / 40)::uuid, case when n % 40 = 0 then 'owner' else 'member' end, md5('group ' || n / 20)::uuid
   from filling.learners`,
  `insert into organization_group_managers (user_id, group_id)
   select id, md5('group ' || n / 20)::uuid from filling.learners where n % 20 = 1`,
  `insert into organization_seats (id, organization_id, user_id, taken_at)
   select md5('seat ' || n)::uuid, md5('organization ' || n / 40)::uuid, case when n % 10 > 0 then id end,
     case when n % 10 > 0 then now end from filling.learners`,
  `insert into organization_domains (id, organization_id, domain, token, proved_at)
   select md5('domain ' || n)::uuid, md5('organization ' || n / 40)::uuid, 'company-' || n || '.example', 'token', now
   from filling.learners where n % 20 = 0`,
  `insert into organization_invitations (id, organization_id, email, name, token_hash, sent_at, expires_at)
   select md5('invitation ' || n)::uuid, md5('organization ' || n / 40)::uuid, 'invited-' || n || '@scale.example', 'Somebody',
     sha256(('invitation ' || n)::bytea), last_at, last_at + interval '30 days' from filling.learners`,
  `insert into organization_join_links (id, organization_id, token_hash, max_uses, created_at, expires_at)
   select md5('link ' || n)::uuid, md5('organization ' || n / 40)::uuid, sha256(('link ' || n)::bytea), 10, now, now + interval '9 days'
   from filling.learners where n % 20 = 0`,
  `insert into organization_agreements (user_id, organization_id, invitation_id, agreed_at)
   select id, md5('organization ' || n / 40)::uuid, md5('invitation ' || n)::uuid, now from filling.learners where n % 20 = 0`,
  `insert into organization_contracts (id, organization_id, provider, provider_id, way, interval, seats, amount_cents, currency, state,
     period_end, access_until, created_at)
   select md5('contract ' || n)::uuid, md5('organization ' || n / 40)::uuid, 'embedded', 'sub_seats' || n, 'card', 'month', 40, 1900,
     'usd', case when n % 40 = 0 then 'active' else 'ended' end, now + make_interval(days => n % 30),
     now + make_interval(days => n % 30), now - make_interval(days => n) from filling.learners where n % 10 = 0`,
  `insert into organization_assignments (id, organization_id, group_id, course_id, due_on, created_at)
   select md5('assignment ' || n)::uuid, md5('organization ' || n / 40)::uuid, md5('group ' || n / 20)::uuid, 'course-' || n,
     now::date + (n % 60)::int - 30, now from filling.learners where n % 10 = 0`,
  `insert into organization_log (organization_id, at, kind, actor_id, subject_id)
   select md5('organization ' || n / 40)::uuid, now, 'person.joined', id, id from filling.learners`,
  `insert into event_endpoints (id, organization_id, type, url, kinds, sealed_secret)
   select md5('endpoint ' || n / 40)::uuid, md5('organization ' || n / 40)::uuid, 'webhook', 'https://hooks.example',
     '{lesson.finished}', 'sealed' from filling.learners where n % 40 = 0`,
  `insert into organization_events (id, organization_id, kind, user_id, subject, at, course_checked_at)
   select md5('event ' || n)::uuid, md5('organization ' || n / 40)::uuid, 'lesson.finished', id, '{}', last_at,
     case when n % 50 > 0 then now end from filling.learners`,
  `insert into event_deliveries (endpoint_id, event_id, state, next_at)
   select md5('endpoint ' || n / 40)::uuid, md5('event ' || n)::uuid, case when n % 50 > 0 then 'delivered' else 'waiting' end, now
   from filling.learners where exists (select 1 from event_endpoints where id = md5('endpoint ' || n / 40)::uuid)`,
  `insert into reading_clocks (user_id, read_until) select id, last_at from filling.learners`,
  `insert into skill_checks (user_id, course_id, form, correct, total, taken_at)
   select u.id, l.course_id, 'a', 5, 9, u.last_at
   from filling.learners u join (select min(course_id) as course_id from filling.lessons) l on true where u.n % 3 = 0`,
  `insert into certificates (user_id, course_id, id, name, course_name, language, issued_on, issued_at)
   select u.id, l.course_id, md5('certificate ' || u.n), 'Learner', 'AI from zero', 'en', u.last_at::date, u.last_at
   from filling.learners u join (select min(course_id) as course_id from filling.lessons) l on true where u.n % 5 = 0`,
  `insert into month_plans (user_id, number, start_day, steps)
   select id, 1, last_at::date, '[]' from filling.learners where n % 5 = 0`,
  `insert into reminder_settings (user_id, by_mail, hour, time_zone, changed_at)
   select id, true, n % 24, 'UTC', last_at - interval '10 days' from filling.learners where n % 5 < 3`,
  `insert into reminders (user_id, day, channel, sent_at)
   select u.id, (u.last_at - make_interval(days => back))::date, 'mail', u.last_at - make_interval(days => back)
   from filling.learners u, generate_series(0, 3) back where n % 5 < 3`,
  `insert into push_subscriptions (user_id, endpoint, p256dh_key, auth_secret)
   select id, 'https://push.example/' || n, 'key', 'secret' from filling.learners where n % 10 = 3`,
  `insert into outgoing_mails (id, user_id, to_address, language, template, template_values, dedupe_key, created_at, sent_at)
   select md5('mail ' || n || ' ' || number)::uuid, id, email, 'en', 'reminder', '{"title": "Lesson", "path": "/", "streak": ""}',
     case when number = 1 then 'welcome:' || id end, last_at, last_at
   from filling.learners, generate_series(1, 3) number`,
  `insert into feedback (user_id, id, rating, message, created_at)
   select id, md5('feedback ' || n)::uuid, 5, 'Good', last_at from filling.learners where n % 20 = 0`,
  `insert into withdrawals (user_id, subscription_id, name, declared_at, ended_at)
   select id, 'sub_' || lpad(n::text, 12, '0'), 'Learner', last_at, last_at from filling.learners where n % 100 = 0`,
]
