import { afterAll, beforeAll, expect, it } from 'vitest'
import { listMails } from '../../test-support/act-as-buyer.ts'
import { actAsLearner, makeCalls } from '../../test-support/act-as-learner.ts'
import { makeOrganization, person } from '../../test-support/organization.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { mailOverdueDigest, remindOfAssignments } from './assignment-mails.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const canary = 'canary-9d41'

it('shows days, lessons, courses and certificates, and nothing that a learner wrote or answered', async () => {
  const { db, catalog } = server.context
  const team = await makeOrganization(server)
  const groupId = await team.group('Sales')
  const learner = await team.add('member', groupId)
  const { token } = team.owner
  const params = { organizationId: team.id }
  await server.call('giveSeat', { token, params: { ...params, userId: learner.id } })
  const calls = makeCalls(server, learner.id, learner.token)
  await calls.start('ai-zero.l01')
  await calls.report('ai-zero.l01', 0, true)
  const course = catalog.findCourse('ai-zero')
  for (const lesson of course?.lessons ?? [])
    await db`insert into lesson_progress (user_id, lesson_id, course_id, started_at, finished_at)
      values (${learner.id}, ${lesson.id}, 'ai-zero', now(), now())
      on conflict (user_id, lesson_id) do update set finished_at = now()`
  await db`insert into practice_results (user_id, lesson_id, practice_id, answer, is_correct, is_skipped, first_answered_at, answered_at)
    values (${learner.id}, 'l', 'p', ${canary}, true, false, now(), now())`
  await db`insert into passed_prompts (user_id, practice_id, prompt, score, passed_at)
    values (${learner.id}, 'p', ${canary}, 5, now())`
  await db`insert into prompt_evaluations (user_id, practice_id, prompt_hash, language, evaluation, evaluated_at)
    values (${learner.id}, 'p', sha256('x'), 'en', ${db.json({ summary: canary })}, now())`
  await server.call('sendFeedback', { token: learner.token, body: { rating: 5, message: canary } })
  await db`insert into certificates (user_id, course_id, id, name, course_name, language, issued_on, issued_at)
    values (${learner.id}, 'ai-zero', ${'c'.repeat(32)}, ${canary}, 'A course', 'en', now(), now())`
  await server.call('createAssignment', { token, params, body: { groupId, courseId: 'ai-zero', dueOn: '2030-01-01' } })

  const listed = await server.call('listPeople', {
    token,
    params,
    query: `search=${encodeURIComponent(learner.email)}`,
  })
  expect(listed.body.data.rows).toMatchObject([
    { userId: learner.id, group: 'Sales', seat: 'taken', courses: 1, certificates: 1, overdue: 0, daysLearned: 1 },
  ])
  expect(listed.body.data.rows[0]?.lessons).toBe(course?.lessons.length)
  const reads = ['listPeople', 'exportPeople', 'listGroups', 'listAssignments', 'listOverdue', 'listAudit'] as const
  const others = ['getOrganization', 'getOrganizationPlan', 'listInvitations', 'listJoinLinks', 'listInvoices'] as const
  for (const name of [...reads, ...others])
    expect((await server.call(name, { token, params })).text).not.toContain(canary)
  expect((await server.call('listOwnOrganizations', { token: learner.token })).body.data).toMatchObject([
    { id: team.id, role: 'member', seat: 'taken', assignments: [{ courseId: 'ai-zero', isFinished: true }] },
  ])
})

it('sorts and pages on the server, and exports all as a CSV that no spreadsheet runs', async () => {
  const { db } = server.context
  const team = await makeOrganization(server)
  const people = []
  for (let number = 0; number < 60; number += 1) people.push(await team.add('member'))
  await db`update users set first_name = '=1+1' where id = ${people[0]?.id ?? ''}`
  await db`insert into learned_days (user_id, day, first_at, last_at, time_zone)
    values (${people[7]?.id ?? ''}, '2026-05-01', now(), now(), 'UTC')`
  const { token } = team.owner
  const params = { organizationId: team.id }
  const page = async (query: string) => (await server.call('listPeople', { token, params, query })).body.data
  const [first, second] = [await page('sort=name&page=1'), await page('sort=name&page=2')]
  expect([first.rows.length, second.rows.length, first.total]).toEqual([50, 11, 61])
  const ids = [...first.rows, ...second.rows].map(({ userId }) => userId)
  expect(new Set(ids).size).toBe(61)
  for (const sort of ['daysLearned', 'lastDay'])
    expect((await page(`sort=${sort}&direction=desc`)).rows[0]?.userId).toBe(people[7]?.id)
  const { csv } = (await server.call('exportPeople', { token, params })).body.data
  expect(csv.split('\r\n')).toHaveLength(63)
  expect(csv).toContain('"\'=1+1"')
  const log = (await server.call('listAudit', { token, params })).body.data
  expect(log.rows[0]).toMatchObject({ kind: 'people.exported', detail: '61', actor: { userId: team.owner.id } })
}, 60_000)

it('names the course in the log, not its ID', async () => {
  const team = await makeOrganization(server)
  const own = { token: team.owner.token, params: { organizationId: team.id } }
  const groupId = await team.group('Sales')
  await server.call('createAssignment', { ...own, body: { groupId, courseId: 'ai-zero', dueOn: '2030-01-01' } })
  const [assignment] = (await server.call('listAssignments', own)).body.data
  const [entry] = (await server.call('listAudit', own)).body.data.rows
  expect(entry).toMatchObject({ kind: 'assignment.created', detail: assignment?.course })
  expect(entry?.detail).not.toBe('ai-zero')
})

it('reminds learners who want it of a course that is due, and tells managers once a week what is overdue', async () => {
  const { context } = server
  const team = await makeOrganization(server)
  const [sales, other] = [await team.group('Sales'), await team.group('Other')]
  const [reminded, silent, late] = [
    await team.add('member', sales),
    await team.add('member', sales),
    await team.add('member', other),
  ]
  const manager = await team.add('manager', sales)
  const { token } = team.owner
  const params = { organizationId: team.id }
  await context.db`insert into reminder_settings (user_id, by_mail, hour, time_zone, changed_at)
    values (${reminded.id}, true, 9, 'UTC', now())`
  const inDays = (days: number) => new Date(context.clock().getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const assign = (groupId: string, dueOn: string) =>
    server.call('createAssignment', { token, params, body: { groupId, courseId: 'ai-zero', dueOn } })
  expect((await assign(sales, inDays(-1))).error?.name).toBe('due_date_past')
  await assign(sales, inDays(3))
  await assign(other, inDays(3))
  await remindOfAssignments(context)
  await remindOfAssignments(context)
  await runJobs(context)
  expect(await listMails(server, reminded.email)).toEqual(['assignment_due'])
  expect(await listMails(server, silent.email)).toEqual([])

  await context.db`update organization_assignments set due_on = due_on - 10 where group_id = ${other}`
  const overdue = (await server.call('listOverdue', { token, params })).body.data
  expect(overdue).toMatchObject([{ userId: late.id, group: 'Other', lessons: 0 }])
  expect((await server.call('listOverdue', { token: manager.token, params })).body.data).toEqual([])
  await mailOverdueDigest(context)
  await mailOverdueDigest(context)
  expect(await listMails(server, team.owner.email)).toEqual(['overdue_digest'])
  expect(await listMails(server, manager.email)).toEqual([])
  await server.call('updateMembership', { token, params, body: { wantsDigest: false } })
  await context.db`delete from outgoing_mails where to_address = ${team.owner.email}`
  await mailOverdueDigest(context)
  expect(await listMails(server, team.owner.email)).toEqual([])
})

it('frees the seat of a person who leaves, deletes the account or is blocked; what they learned stays theirs', async () => {
  const team = await makeOrganization(server, { seats: 1 })
  const link = await team.link()
  const learner = await actAsLearner(server, {})
  const waiting = await person(server)
  const { db } = server.context
  await db`delete from subscriptions where user_id = ${learner.id}`
  await server.call('joinOrganization', { token: learner.token, body: { token: link } })
  await learner.start('ai-zero.l01')
  const queued = await server.call('joinOrganization', { token: waiting.token, body: { token: link } })
  expect(queued.body.data.seat).toBe('waiting')
  await server.call('leaveOrganization', { token: learner.token, params: { organizationId: team.id } })
  const own = (await server.call('listOwnOrganizations', { token: waiting.token })).body.data
  expect(own).toMatchObject([{ seat: 'taken' }])
  expect(await db`select 1 from lesson_progress where user_id = ${learner.id}`).toHaveLength(1)
  expect((await server.call('listOwnOrganizations', { token: learner.token })).body.data).toEqual([])
  await server.call('deleteAccount', { token: waiting.token })
  const { token } = team.owner
  const seats = (await server.call('getOrganization', { token, params: { organizationId: team.id } })).body.data.seats
  expect(seats).toEqual({ total: 1, taken: 0, waiting: 0 })
})
