import { afterAll, beforeAll, expect, it } from 'vitest'
import { issueToken } from '../platform/one-time-tokens.sql.ts'
import { createUser } from '../test-support/factories.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'
import { purgeExpired } from './all-jobs.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const countRows = async (): Promise<Record<string, number>> => {
  const [row] = await server.context.db<Record<string, number>[]>`
    select (select count(*) from sessions) as sessions, (select count(*) from devices) as devices,
      (select count(*) from login_attempts) as attempts, (select count(*) from one_time_tokens) as tokens,
      (select count(*) from outgoing_mails) as mails, (select count(*) from mailbox_mails) as mailbox`
  return row ?? {}
}

it('removes expired rows and keeps the rest', async () => {
  const { db } = server.context
  const learner = await createUser(server.context)
  const live = await server.signIn(learner.email, learner.pin)
  await db`insert into sessions (user_id, id, expires_at, revoked_at, last_used_at) values
    (${learner.id}, gen_random_uuid(), now() - interval '1 second', null, now()),
    (${learner.id}, gen_random_uuid(), now() + interval '1 day', now(), now()),
    (${learner.id}, gen_random_uuid(), now() + interval '1 day', now(), now() - interval '14 days 1 second'),
    (${learner.id}, gen_random_uuid(), now() + interval '1 day', null, now() - interval '14 days 1 second'),
    (${learner.id}, gen_random_uuid(), now() + interval '1 day', null, now() - interval '13 days')`
  await db`insert into devices (user_id, token_hash, expires_at) values (${learner.id}, '\\x01', now() - interval '1 second')`
  await db`insert into login_attempts (key, failures, first_failure_at, last_failure_at, blocked_until) values
    ('old', 3, now() - interval '60 days', now() - interval '30 days 1 second', now() - interval '29 days'),
    ('young', 3, now() - interval '60 days', now() - interval '29 days', now() - interval '29 days')`
  const used = await issueToken(db, { purpose: 'pin-setup', userId: learner.id, minutes: 60 })
  expect(used).toHaveLength(22)
  await db`update one_time_tokens set used_at = now() - interval '25 hours'`
  await issueToken(db, { purpose: 'pin-setup', userId: learner.id, minutes: 60 })
  await db`insert into outgoing_mails (id, to_address, language, template, template_values, dedupe_key, created_at) values
    (gen_random_uuid(), 'a@b.example', 'en', 'welcome', '{}', null, now() - interval '31 days'),
    (gen_random_uuid(), 'a@b.example', 'en', 'welcome', '{}', 'kept', now() - interval '31 days'),
    (gen_random_uuid(), 'a@b.example', 'en', 'welcome', '{}', 'old', now() - interval '401 days'),
    (gen_random_uuid(), 'a@b.example', 'en', 'welcome', '{}', null, now())`
  await db`insert into mailbox_mails (message_id, to_address, subject, text_body, html_body, received_at) values
    ('1', 'a@b.example', '', '', '', now() - interval '31 days'), ('2', 'a@b.example', '', '', '', now())`

  await purgeExpired(server.context)
  const left = { sessions: 3, devices: 1, attempts: 1, tokens: 1, mails: 2, mailbox: 1 }
  expect(await countRows()).toEqual(left)
  expect((await server.call('me', { token: live })).status).toBe(200)
  await purgeExpired(server.context)
  expect(await countRows()).toEqual(left)
})

it('goes on when one of its parts fails, and fails at the end', async () => {
  const { db } = server.context
  await db`insert into mailbox_mails (message_id, to_address, subject, text_body, html_body, received_at)
    values ('3', 'a@b.example', '', '', '', now() - interval '31 days')`
  await db`alter table login_attempts rename to login_attempts_elsewhere`
  await expect(purgeExpired(server.context)).rejects.toThrow(/^1 of \d+ purges failed$/)
  await db`alter table login_attempts_elsewhere rename to login_attempts`
  expect(await countRows()).toMatchObject({ mailbox: 1 })
})
