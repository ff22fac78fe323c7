import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAsStaff, openDesk } from '../../test-support/act-as-staff.ts'
import { inTransaction } from '../../database/transaction.ts'
import { mailsTo } from '../../test-support/read-mailbox.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { createPasskey } from '../../test-support/passkey.ts'
import { listQueuedMails } from '../../test-support/rows/mails.ts'
import { failWrites } from '../../test-support/rows/tables.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { observe } from '../../telemetry/signals.ts'
import { addOwner, recoverStaff } from './add-owner.ts'
import { purgeDesk } from './purge-access.ts'
import { findStaffByEmail, updateRole } from './staff.sql.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const tokenOf = (link: string) => link.split('#')[1] ?? ''

let count = 0
const invite = async () => {
  count += 1
  const email = `owner${count}@staff.example`
  const added = await addOwner(server.context, { email, name: 'Olga Owner' })
  if (!added.ok) throw new Error(added.code)
  return { email, token: tokenOf(added.value.link) }
}

const enrol = async () => {
  const invitation = await invite()
  const desk = openDesk(server)
  const passkey = createPasskey()
  const { body } = await desk.call('deskEnrolmentOptions', { body: { token: invitation.token } })
  const done = await desk.call('deskEnrol', {
    body: { token: invitation.token, passkey: passkey.register(body.data.options) },
  })
  return { ...invitation, desk, passkey, codes: done.body.data.recoveryCodes }
}

const signIn = async (passkey: ReturnType<typeof createPasskey>) => {
  const desk = openDesk(server)
  const { body } = await desk.call('deskSignInOptions')
  const reply = await desk.call('deskSignIn', { body: { passkey: passkey.signIn(body.data) } })
  return { desk, reply }
}

describe('the enrolment', () => {
  it('stores a passkey, shows ten codes and signs in', async () => {
    const { desk, codes } = await enrol()
    expect(codes).toHaveLength(10)
    const me = await desk.call('deskMe')
    expect(me.body.data).toMatchObject({ role: 'owner', recoveryCodesLeft: 10, passkeys: [{ label: 'First passkey' }] })
  })

  it('works once per link', async () => {
    const { token } = await enrol()
    const again = await openDesk(server).call('deskEnrolmentOptions', { body: { token } })
    expect(again.error?.name).toBe('invalid_token')
  })

  it('refuses a key that did not check its owner', async () => {
    const { token } = await invite()
    const desk = openDesk(server)
    const { body } = await desk.call('deskEnrolmentOptions', { body: { token } })
    const passkey = createPasskey({ isVerified: false }).register(body.data.options)
    expect((await desk.call('deskEnrol', { body: { token, passkey } })).error?.name).toBe('passkey_refused')
  })

  it('by a recovery link voids passkeys and sessions from before', async () => {
    const { email, desk, passkey } = await enrol()
    const recovered = await recoverStaff(server.context, email)
    if (!recovered.ok) throw new Error(recovered.code)
    expect((await desk.call('deskMe')).status).toBe(200)
    const token = tokenOf(recovered.value.link)
    const next = openDesk(server)
    const { body } = await next.call('deskEnrolmentOptions', { body: { token } })
    await next.call('deskEnrol', { body: { token, passkey: createPasskey().register(body.data.options) } })
    expect((await desk.call('deskMe')).status).toBe(401)
    expect((await signIn(passkey)).reply.error?.name).toBe('passkey_refused')
    expect((await next.call('deskMe')).body.data.email).toBe(email)
  })
})

describe('a sign-in', () => {
  it('with a passkey sets a cookie that scripts cannot read and learners never send', async () => {
    const { passkey } = await enrol()
    const { desk, reply } = await signIn(passkey)
    expect(reply.headers.get('set-cookie')).toMatch(/; Path=\/api\/desk; HttpOnly; SameSite=Strict/)
    expect((await desk.call('deskMe')).status).toBe(200)
  })

  it('does not work twice with one answer, or for another site', async () => {
    const { passkey } = await enrol()
    const desk = openDesk(server)
    const { body } = await desk.call('deskSignInOptions')
    const answer = passkey.signIn(body.data)
    expect((await desk.call('deskSignIn', { body: { passkey: answer } })).status).toBe(200)
    expect((await desk.call('deskSignIn', { body: { passkey: answer } })).error?.name).toBe('passkey_refused')
    const elsewhere = JSON.parse(JSON.stringify(passkey.signIn((await desk.call('deskSignInOptions')).body.data)))
    elsewhere.response.clientDataJSON = Buffer.from(
      Buffer.from(elsewhere.response.clientDataJSON, 'base64url').toString().replace('localhost', 'evil.example'),
    ).toString('base64url')
    expect((await desk.call('deskSignIn', { body: { passkey: elsewhere } })).error?.name).toBe('passkey_refused')
  })

  it('with a recovery code works once, and lets add a passkey but not act with money', async () => {
    const { email, codes } = await enrol()
    const [code = ''] = codes
    const desk = openDesk(server)
    expect((await desk.call('deskSignInWithCode', { body: { email, code: code.toUpperCase() } })).status).toBe(200)
    expect((await desk.call('deskSignInWithCode', { body: { email, code } })).error?.name).toBe('recovery_code_refused')
    expect((await desk.call('renewRecoveryCodes')).error?.name).toBe('step_up_required')
    const { body } = await desk.call('addPasskeyOptions')
    const passkey = createPasskey()
    const added = await desk.call('addPasskey', { body: { passkey: passkey.register(body.data), label: 'New phone' } })
    expect(added.status).toBe(200)
    const options = await desk.call('deskStepUpOptions')
    expect((await desk.call('deskStepUp', { body: { passkey: passkey.signIn(options.body.data) } })).status).toBe(200)
    expect((await desk.call('renewRecoveryCodes')).body.data.recoveryCodes).toHaveLength(10)
  })

  it('with codes locks after wrong ones, but passkeys still work', async () => {
    const { email, codes, passkey } = await enrol()
    const guess = (code: string) => openDesk(server).call('deskSignInWithCode', { body: { email, code } })
    for (let at = 0; at < 5; at += 1) expect((await guess('aaaaaa-aaaaaa')).error?.name).toBe('recovery_code_refused')
    expect((await guess(codes[0] ?? '')).error?.name).toBe('recovery_code_refused')
    expect((await signIn(passkey)).reply.status).toBe(200)
    await recoverStaff(server.context, email)
    expect((await guess(codes[0] ?? '')).status).toBe(200)
  })

  it('that is refused counts in the metric by its reason', async () => {
    const { codes, passkey } = await enrol()
    const reasons: string[] = []
    const stop = observe({ signInRejected: ({ reason }) => reasons.push(reason) })
    const desk = openDesk(server)
    const answer = passkey.signIn((await desk.call('deskSignInOptions')).body.data)
    await desk.call('deskSignIn', { body: { passkey: answer } })
    await desk.call('deskStepUp', { body: { passkey: answer } })
    await desk.call('deskSignIn', { body: { passkey: answer } })
    await desk.call('deskSignInWithCode', { body: { email: 'nobody@staff.example', code: codes[0] ?? '' } })
    const token = 'a'.repeat(22)
    await desk.call('deskEnrol', { body: { token, passkey: answer } })
    stop()
    expect(reasons).toEqual(['passkey_refused', 'passkey_refused', 'recovery_code_refused', 'invalid_token'])
  })

  it('answers the same for an address that nobody has', async () => {
    const body = { email: 'nobody@staff.example', code: 'aaaaaa-aaaaaa' }
    expect((await openDesk(server).call('deskSignInWithCode', { body })).error?.name).toBe('recovery_code_refused')
  })
})

const mailsAbout = async (email: string) =>
  (await listQueuedMails(server.context.db, email)).map(({ template, values }) => [template, values.email])

describe('the recovery link of an owner', () => {
  it('is told to the other owners by email when it is made and when it is used', async () => {
    const [lost, other] = [await enrol(), await enrol()]
    const recovered = await recoverStaff(server.context, lost.email)
    if (!recovered.ok) throw new Error(recovered.code)
    expect(await mailsAbout(other.email)).toEqual([['staff_recovery_issued', lost.email]])
    const desk = openDesk(server)
    const token = tokenOf(recovered.value.link)
    const { body } = await desk.call('deskEnrolmentOptions', { body: { token } })
    await desk.call('deskEnrol', { body: { token, passkey: createPasskey().register(body.data.options) } })
    expect(await mailsAbout(other.email)).toEqual([
      ['staff_recovery_issued', lost.email],
      ['staff_recovery_used', lost.email],
    ])
    expect(await mailsAbout(lost.email)).toEqual([])
    await runJobs(server.context)
    const [mail] = await mailsTo(server.context, other.email)
    expect(mail?.text).toContain(lost.email)
    expect(mail?.text).toContain('/desk/staff')
  })

  it('is no news about other roles', async () => {
    const [member, owner] = [await enrol(), await enrol()]
    const found = await findStaffByEmail(server.context.db, member.email)
    await inTransaction(server.context.db, (tx) => updateRole(tx, found?.id ?? '', 'support'))
    await recoverStaff(server.context, member.email)
    expect(await mailsAbout(owner.email)).toEqual([])
  })
})

describe('a session', () => {
  it('ends with the sign-out', async () => {
    const { desk } = await enrol()
    const cookie = desk.cookie()
    await desk.call('deskSignOut')
    expect((await openDesk(server, cookie.replace('desk=', '')).call('deskMe')).status).toBe(401)
  })

  it('lasts eight hours, however much it is used', async () => {
    const { desk } = await enrol()
    await server.database.db`update desk_sessions set expires_at = expires_at - interval '8 hours'`
    expect((await desk.call('deskMe')).status).toBe(401)
  })

  it('needs the passkey again after ten minutes', async () => {
    const { desk, passkey } = await enrol()
    await server.database.db`update desk_sessions set stepped_up_at = now() - interval '10 minutes'`
    expect((await desk.call('renewRecoveryCodes')).error?.name).toBe('step_up_required')
    const { body } = await desk.call('deskStepUpOptions')
    await desk.call('deskStepUp', { body: { passkey: passkey.signIn(body.data) } })
    expect((await desk.call('renewRecoveryCodes')).status).toBe(200)
  })

  it('is in the audit log with its start and its end, whatever ended it', async () => {
    const owner = await actAsStaff(server, 'owner')
    const logOf = async (email: string) => {
      const staff = await findStaffByEmail(server.context.db, email)
      const { rows } = (await owner.call('listAudit', { query: `staffId=${staff?.id}` })).body.data
      return rows.toReversed().flatMap(({ action }) => (/^sign|^deskSignOut/.test(action) ? [action] : []))
    }
    const idOf = async (email: string) => (await findStaffByEmail(server.context.db, email))?.id ?? ''
    const body = { reason: 'asked by phone', role: 'owner' as const }

    const byHand = await enrol()
    await byHand.desk.call('deskSignOut')
    expect(await logOf(byHand.email)).toEqual(['signIn:enrolment', 'deskSignOut'])

    const changed = await enrol()
    await signIn(changed.passkey)
    await owner.call('changeStaffRole', { params: { staffId: await idOf(changed.email) }, body })
    expect(await logOf(changed.email)).toEqual(['signIn:enrolment', 'signIn:passkey', 'signOut:role', 'signOut:role'])

    const recovered = await enrol()
    const again = await recoverStaff(server.context, recovered.email)
    if (!again.ok) throw new Error(again.code)
    const token = tokenOf(again.value.link)
    const desk = openDesk(server)
    const { data } = (await desk.call('deskEnrolmentOptions', { body: { token } })).body
    await desk.call('deskEnrol', { body: { token, passkey: createPasskey().register(data.options) } })
    expect(await logOf(recovered.email)).toEqual(['signIn:enrolment', 'signOut:enrolment', 'signIn:enrolment'])

    const overdue = await enrol()
    const { db } = server.database
    await db`update desk_sessions set expires_at = now() - interval '1 hour' where staff_id = ${await idOf(overdue.email)}`
    for (let night = 0; night < 2; night += 1) await purgeDesk(server.context)
    expect(await logOf(overdue.email)).toEqual(['signIn:enrolment', 'signOut:time'])

    const removed = await enrol()
    const removedId = await idOf(removed.email)
    await owner.call('removeStaff', { params: { staffId: removedId }, body })
    const { rows } = (await owner.call('listAudit', { query: `staffId=${removedId}&action=signOut:removed` })).body.data
    expect(rows).toHaveLength(1)
  })

  it('does not begin when it cannot be recorded', async () => {
    const { passkey } = await enrol()
    const { db } = server.database
    const fail = await failWrites(db, 'insert', 'desk_audit')
    const { desk, reply } = await signIn(passkey)
    expect([reply.status, (await desk.call('deskMe')).status]).toEqual([500, 401])
    await fail()
    expect((await signIn(passkey)).reply.status).toBe(200)
  })

  it('does not act for another site', async () => {
    const staff = await actAsStaff(server, 'owner')
    const elsewhere = await staff.call('deskSignOut', { headers: { 'sec-fetch-site': 'same-site' } })
    expect(elsewhere.error?.name).toBe('cross_site')
    const old = await staff.call('deskSignOut', { headers: { 'sec-fetch-site': '', origin: 'https://evil.example' } })
    expect(old.error?.name).toBe('cross_site')
    expect((await staff.call('deskMe')).status).toBe(200)
  })
})

describe('the last passkey', () => {
  it('stays', async () => {
    const { desk, passkey } = await enrol()
    expect((await desk.call('removePasskey', { body: { id: passkey.id } })).error?.name).toBe('last_passkey')
  })
})
