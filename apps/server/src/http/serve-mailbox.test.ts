import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOutboxMailer } from '../adapters/mail/mailers.ts'
import { createUser } from '../test-support/factories.ts'
import { mailsTo, tokenIn } from '../test-support/read-mailbox.ts'
import { runJobs } from '../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('shows the mails of the outbox with working links', async () => {
  expect((await server.call('GET /dev/mailbox')).text).toContain('No emails yet.')
  const learner = await createUser(server.context)
  await server.call('restorePin', { body: { email: learner.email } })
  await runJobs(server.context)
  const page = await server.call('GET /dev/mailbox')
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('cache-control')).toBe('no-store')
  const token = tokenIn((await mailsTo(server.context, learner.email))[0] ?? { text: '' })
  const { publicUrl } = server.context.config
  expect(page.text).toContain(`<a href="${publicUrl}/restore-pass?token=${token}">`)
  const path = /href="(\/dev\/mailbox\/[^"]+)"/.exec(page.text)?.[1] ?? ''
  const mail = await server.call(`GET ${path}`)
  expect(mail.text).toMatch(/^<!doctype html>[\s\S]*Choose a new PIN/)
})

it('runs and fetches nothing, whatever a mail contains', async () => {
  await createOutboxMailer(server.context.db).send({
    messageId: '<"><script>alert(1)</script>@x>',
    to: '<img src=x>@kitewise.example',
    subject: '</h2><script>alert(2)</script>',
    text: 'see https://kitewise.example/?a="><script>alert(3)</script> and <b>',
    html: '<script>alert(4)</script>',
    unsubscribeUrl: '"><script>alert(5)</script>',
  })
  const page = await server.call('GET /dev/mailbox')
  expect(page.text).not.toMatch(/<script|<img|<b>/)
  for (const path of ['/dev/mailbox', `/dev/mailbox/${encodeURIComponent('<"><script>alert(1)</script>@x>')}`]) {
    const policy = (await server.call(`GET ${path}`)).headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; style-src [^;]+; base-uri 'none'; form-action 'none'; frame-ancestors/)
  }
  expect((await server.call('GET /dev/mailbox/none')).status).toBe(404)
})

it('is missing in production and when mails are really sent', async () => {
  const from = { name: 'Kitewise', address: 'hello@kitewise.example' }
  for (const config of [
    { production: true },
    { mail: { mailer: 'smtp' as const, smtpUrl: 'smtp://127.0.0.1:1', mustEncrypt: false, from } },
  ]) {
    const other = await startTestServer({ config, database: server.database })
    expect((await other.call('GET /dev/mailbox')).status).toBe(404)
    await other.close()
  }
})
