import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAsBuyer, payAt } from '../../test-support/act-as-buyer.ts'
import { makeCalls } from '../../test-support/act-as-learner.ts'
import { createUser } from '../../test-support/factories.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { onboardingCatalog } from '../../test-support/visitor.ts'
import { hashErasedEmail, purgeAccounts } from './delete-account.ts'
import { isSecret } from './export-data.ts'

const canary = 'canary7f3a'
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ catalog: onboardingCatalog() })
})
afterAll(() => server.close())

/** Every row of every table, as text, that contains the word. */
const dump = async (word: string): Promise<string[]> => {
  const { db } = server.context
  const tables = await db<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await db.unsafe(`select 1 from ${name} t where t::text ilike $1`, [`%${word}%`])
    if (rows.length > 0) found.push(name)
  }
  return found
}

/** A learner who registered through the quiz, paid, learned and wrote, with the canary in all their data. */
const liveOnce = async () => {
  const email = `${canary}@kitewise.example`
  const buyer = await actAsBuyer(server, email)
  await buyer.begin('week')
  const begun = await buyer.begin('month')
  await payAt(server, begun.sessionId)
  const { pinSetupToken } = (await buyer.claim(begun)).body.data
  await server.call('setPin', { token: pinSetupToken ?? '', body: { email, pin: '4826' } })
  await server.call('login', { body: { email, pin: '9173' } })
  const token = await server.signIn(email, '4826')
  const { id } = (await server.call('me', { token })).body.data
  const lesson = server.context.catalog.courses[0]?.chapters[0]?.lessons[0]
  if (!lesson) throw new Error('the test catalog has no lesson')
  const calls = makeCalls(server, id, token)
  await calls.start(lesson.id)
  await calls.report(lesson.id, 0, true)
  await server.call('reviewSession', { token })
  const { db } = server.context
  await db`insert into practice_results (user_id, lesson_id, practice_id, answer, is_correct, is_skipped, first_answered_at, answered_at)
    values (${id}, 'l', 'p', ${`my prompt ${canary}`}, true, false, now(), now())`
  await server.call('monthPlan', { token })
  const mission = { number: 1, missionId: 'message' }
  await server.call('finishMission', { token, params: mission, body: { note: `I wrote to ${canary}` } })
  await db`insert into passed_prompts (user_id, practice_id, prompt, score, passed_at)
    values (${id}, 'p', ${`my prompt ${canary}`}, 5, now())`
  await server.call('sendFeedback', { token, body: { rating: 5, message: `I am ${canary}` } })
  const [subscription] = (await server.call('userSubscription', { token })).body.data
  const withdrawn = await server.call('withdraw', {
    token,
    body: { subscriptionId: subscription?.id ?? '', name: canary },
  })
  expect(withdrawn.status).toBe(200)
  await server.call('restorePin', { body: { email } })
  await db`insert into email_changes (user_id, id, old_email, new_email, session_id)
    values (${id}, gen_random_uuid(), ${email}, ${`new-${canary}@kitewise.example`}, gen_random_uuid())`
  await db`insert into certificates (user_id, course_id, id, name, course_name, language, issued_on, issued_at)
    values (${id}, 'c', ${'c'.repeat(32)}, ${canary}, 'A course', 'en', now(), now())`
  await db`
    insert into review_log (user_id, day, place, practice_id, turn, rating, answered_at)
    values (${id}, now(), 1, 'p', 1, 3, now())`
  await db`insert into reminder_settings (user_id, by_mail, hour, time_zone, changed_at) values (${id}, true, 19, 'UTC', now())`
  await db`insert into reminders (user_id, day, channel, sent_at) values (${id}, now(), 'push', now())`
  await db`
    insert into push_subscriptions (user_id, endpoint, p256dh_key, auth_secret)
    values (${id}, ${`https://push.example/${canary}`}, 'of the browser', 'of the browser, too')`
  const organization = randomUUID()
  await db`insert into organizations (id, name) values (${organization}, 'A company')`
  await db`insert into organization_invitations (id, organization_id, email, name, sent_at, expires_at)
    values (${randomUUID()}, ${organization}, ${email}, ${canary}, now(), now())`
  await db`insert into organization_members (user_id, organization_id, role) values (${id}, ${organization}, 'member')`
  await db`insert into organization_seats (id, organization_id, user_id, taken_at)
    values (${randomUUID()}, ${organization}, ${id}, now())`
  await db`insert into organization_log (organization_id, at, kind, actor_id, subject_id, detail)
    values (${organization}, now(), 'person.joined', ${id}, ${id}, null),
      (${organization}, now(), 'key.created', ${id}, null, ${`Key of ${canary}`}), (${organization}, now(), 'seats.bought', ${id}, null, '12')`
  await db`
    insert into api_keys (id, organization_id, name, scopes, hint, secret_hash, created_at, expires_at)
    values (${randomUUID()}, ${organization}, ${`${canary}’s key`}, '{}', 'abcd', sha256('x'), now(), now()),
      (${randomUUID()}, ${organization}, 'Payroll', '{}', 'efgh', sha256('y'), now(), now())`
  // The directory names somebody who has never come through it.
  await db`
    insert into scim_users (organization_id, id, user_name, email, given_name, is_active)
    values (${organization}, ${randomUUID()}, ${canary}, ${email}, ${canary}, true)`
  await db`update users set username = ${canary} where id = ${id}`
  await runJobs(server.context)
  return { id, email, token }
}

describe('learner data', { timeout: 60_000 }, () => {
  it('is exported and erased completely', async () => {
    const { db, config } = server.context
    const bystander = await createUser(server.context)
    const { id, email, token } = await liveOnce()
    expect((await dump(canary)).length).toBeGreaterThan(8)
    expect(await dump('Payroll')).toEqual(['public.api_keys'])

    const reply = await server.call('exportData', { token })
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="my-data-\d{4}-\d\d-\d\d\.json"$/)
    const { records } = reply.body.data
    const tables = await db<{ name: string }[]>`
      select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'user_id'`
    for (const { name } of tables) expect(Object.keys(records)).toContain(name)
    const named = [
      'users',
      'registrations',
      'onboardings',
      'consents',
      'customers',
      'feedback',
      'practice_results',
      'passed_prompts',
      'learned_days',
      'month_plans',
      'missions_done',
      'review_cards',
      'review_log',
      'certificates',
      'reminder_settings',
      'reminders',
      'push_subscriptions',
      'organization_members',
      'organization_seats',
      'organization_invitations',
    ]
    expect(named.filter((name) => (records[name] ?? []).length === 0)).toEqual([])
    expect(records.users).toHaveLength(1)
    expect(reply.text).toContain(`my prompt ${canary}`)
    expect(reply.text).toContain(`I wrote to ${canary}`)
    expect(reply.text).toContain(`https://push.example/${canary}`)
    expect(reply.text).not.toMatch(/argon2|of the browser/)
    const columns = Object.values(records).flatMap((rows) => rows.flatMap(Object.keys))
    expect(columns.filter((column) => isSecret({ column, type: 'text' }))).toEqual([])
    expect(reply.text).not.toContain(bystander.email)

    const proof =
      await db`select 1 from consents c join registrations r on r.id = c.registration_id where r.email = ${email}`
    await server.call('deleteAccount', { token })
    await db`update users set deactivated_at = now() - interval '28 days 1 minute' where id = ${id}`
    await runJobs(server.context)
    await Promise.all([purgeAccounts(server.context), purgeAccounts(server.context)])
    await runJobs(server.context)
    expect(await dump(canary)).toEqual([])
    expect(await dump(id)).toEqual([])
    const kept = await db`
      select 1 from erased_consents where email_hash = ${hashErasedEmail(config.pinHashing.pepper, email)}`
    expect([proof.length > 0, kept.length]).toEqual([true, proof.length])
    expect((await db`select 1 from users where id = ${bystander.id}`).length).toBe(1)
  })

  it('is erased again when a restored backup brings it back', async () => {
    const { db } = server.context
    const returned = await createUser(server.context)
    await db`insert into erased_accounts (id_hash) values (sha256(convert_to(${returned.id}::text, 'UTF8')))`
    await purgeAccounts(server.context)
    expect((await db`select 1 from users where id = ${returned.id}`).length).toBe(0)
  })

  it('is complete: every table without user_id is listed here or holds no personal data', async () => {
    const tables = await server.context.db<{ name: string }[]>`
      select table_name as name from information_schema.tables t
      where table_schema = 'public' and table_type = 'BASE TABLE' and not exists (
        select 1 from information_schema.columns c
        where c.table_schema = 'public' and c.table_name = t.table_name and c.column_name = 'user_id')
      order by name`
    const named = new Set([...erasedByAddress, ...notAboutPeople])
    expect(tables.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([])
  })
})

/** Erased by address, directly or through a reference. */
const erasedByAddress = [
  'users',
  'registrations',
  'onboardings',
  'onboarding_evaluations',
  'checkouts',
  'checkout_nonces',
  'mailbox_mails',
  'inbox_entries',
  'login_attempts',
  'login_network_accounts',
  'rate_limits',
  'payment_events',
  // Who redeemed a code is emptied with the account.
  'gift_codes',
  // A position without its certificate, which says nothing about anybody.
  'badge_positions',
  'embedded_checkouts',
  'embedded_subscriptions',
  'embedded_payments',
  'embedded_disputes',
  'embedded_card_pages',
  'organization_invitations',
  // Who is named in a row is emptied with the account.
  'organization_log',
  'api_keys',
  // Goes with its event.
  'event_deliveries',
]

const notAboutPeople = [
  // Of a setting.
  'pin_pepper_print',
  // About companies.
  'embedded_companies',
  'event_endpoints',
  'organization_assignments',
  'organization_contracts',
  'organization_domains',
  'organization_groups',
  'organization_join_links',
  'organizations',
  'organization_links',
  'organization_providers',
  'scim_tokens',
  'api_answers',
  // About staff. The audit log has a keyed hash of a learner, and is kept (docs/decisions/0215).
  'desk_access_days',
  'desk_audit',
  'desk_challenges',
  'desk_enrolments',
  'desk_identities',
  'desk_oidc_attempts',
  'desk_passkeys',
  'desk_recovery_codes',
  'desk_sessions',
  'desk_staff',
  'gift_batches',
  'inbox_digest_off',
  'learning_answers',
  'learning_counts',
  'learning_places',
  'learning_report',
  'learning_weeks',
  'marked_phrases',
  'practice_passes',
  'badge_keys',
  'consent_texts',
  'dispute_readings',
  'embedded_coupons',
  'embedded_events',
  'embedded_requests',
  'erased_accounts',
  'erased_consents',
  'job_runners',
  'login_failures_by_hour',
  'model_calls',
  'model_switch',
  'payment_months',
  'provider_erasures',
  'schema_migrations',
  'sign_in_guard',
  'suppressed_addresses',
  'uninvitable_addresses',
  'trial_cards',
]
