import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addJob } from '../../platform/add-job.ts'
import { createUser } from '../../test-support/factories.ts'
import { mailsTo, tokenIn } from '../../test-support/read-mailbox.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { deactivateUser } from '../../test-support/rows/accounts.ts'
import { forgetLearnedDays, forgetLesson, forgetWork } from '../../test-support/rows/learning.ts'
import {
  ageReminders,
  copyReminderSetting,
  countUndecided,
  forgetReminderSettings,
  listReminderDays,
  setReminderZone,
} from '../../test-support/rows/reach.ts'
import { listJobs } from '../../test-support/rows/jobs.ts'
import { failWrites, failWritesTo } from '../../test-support/rows/tables.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { seedFinishedLessons } from '../learning/seed-finished-lessons.ts'
import { recordLearning } from '../learning/streak/learned-days.ts'
import { remindLearners } from './remind-learners.ts'
import { purgeReminders, updateReminders } from './reminder-settings.ts'

const start = new Date('2026-05-10T03:00:00Z')
let server: TestServer
let other: TestServer

beforeAll(async () => {
  server = await startTestServer({ now: start })
  other = await startTestServer({ now: start, database: server.database })
  await runJobs(server.context)
})
afterAll(async () => {
  await other.close()
  await server.close()
})
beforeEach(async () => {
  setNow(start)
  // Left by earlier tests: the mailbox shows the newest mails of all.
  await forgetReminderSettings(server.context.db)
})

const setNow = (moment: Date): void => {
  server.setNow(moment)
  other.setNow(moment)
}

type Wanted = Parameters<typeof createUser>[1] & { lessons?: string[]; hour?: number; timeZone?: string }

/** A learner who wants a mail at an hour of their day, by default 7:00 UTC, and has finished two lessons. */
const makeLearner = async ({ lessons = ['l01', 'l02'], hour = 7, timeZone = 'UTC', ...wanted }: Wanted = {}) => {
  const user = await createUser(server.context, wanted)
  await seedFinishedLessons(server.context, user.id, ['ai-zero.l01', 'ai-zero.l02'])
  await updateReminders(server.context, { userId: user.id, byMail: true, hour, timeZone })
  const { db } = server.context
  if (!lessons.includes('l02')) await forgetLesson(db, user.id, 'ai-zero.l02')
  if (lessons.includes('l03')) await seedFinishedLessons(server.context, user.id, ['ai-zero.l03'])
  return user
}
const runAt = async (moment: string, world = server) => {
  setNow(new Date(moment))
  await addJob(world.context.db, 'remind-learners', {})
  await runJobs(world.context)
}
const subjectsOf = async ({ email }: { email: string }) =>
  (await mailsTo(server.context, email)).map(({ subject }) => subject)
const learn = (userId: string, timeZone = 'UTC') => recordLearning(server.context, { userId, timeZone, ageSeconds: 0 })

describe('reminder', () => {
  it("is sent once at the learner's hour, names the next lesson and links to it", async () => {
    const learner = await makeLearner({ timeZone: 'Europe/Kyiv', hour: 19 })
    await runAt('2026-05-10T15:55:00Z')
    expect(await subjectsOf(learner)).toEqual([])
    for (const moment of ['16:00', '16:05', '17:00', '18:55', '23:30']) await runAt(`2026-05-10T${moment}:00Z`)
    const [mail, ...more] = await mailsTo(server.context, learner.email)
    expect([mail?.subject, more]).toEqual(['For today: Lesson l03', []])
    const { publicUrl } = server.context.config
    expect(mail?.text).toContain(`${publicUrl}/course/ai-zero/lesson/ai-zero.l03/start`)
    expect(mail?.text).toContain('Days in a row so far: 2.')
    await runAt('2026-05-11T16:00:00Z')
    expect(await subjectsOf(learner)).toHaveLength(2)
  })

  it('carries working links that stop reminders in header and footer', async () => {
    const learner = await makeLearner()
    await runAt('2026-05-10T07:00:00Z')
    const [mail] = await mailsTo(server.context, learner.email)
    const token = tokenIn(mail ?? { text: '' })
    expect(mail?.unsubscribeUrl).toBe(`${server.context.config.publicUrl}/u/${token}`)
    expect(mail?.text).toContain(`/unsubscribe?token=${token}&about=reminders`)
    expect((await server.call(`POST /u/${token}`)).status).toBe(200)
    await runAt('2026-05-11T07:00:00Z')
    expect(await subjectsOf(learner)).toHaveLength(1)
  })

  it.each([
    ['ua', 'Ваші п’ять хвилин готові'],
    ['ko', '오늘의 5분이 준비됐어요'],
    ['es', 'Tus cinco minutos te esperan'],
    ['fr', 'Vos cinq minutes vous attendent'],
    ['tr', 'Beş dakikan hazır'],
    ['ja', '今日の5分の準備ができました'],
    ['pt', 'Seus cinco minutos esperam por você'],
  ])('is written in the language %s', async (lang, heading) => {
    const learner = await makeLearner({ lang })
    await runAt('2026-05-10T07:00:00Z')
    expect((await mailsTo(server.context, learner.email))[0]?.text).toContain(heading)
  })

  it('is sent late when no instance ran on time, but not at the end of the day', async () => {
    const [late, tooLate] = [await makeLearner({ hour: 8 }), await makeLearner({ hour: 7 })]
    await runAt('2026-05-10T10:30:00Z')
    expect([await subjectsOf(late), await subjectsOf(tooLate)]).toMatchObject([[expect.any(String)], []])
  })

  it('is about the daily practice when all lessons are finished and reviews are due', async () => {
    const learner = await makeLearner({ lessons: ['l01', 'l02', 'l03'] })
    await runAt('2026-05-28T07:00:00Z')
    const [mail] = await mailsTo(server.context, learner.email)
    expect(mail?.subject).toBe('For today: Boost, your short daily practice')
    expect(mail?.text).toContain(`${server.context.config.publicUrl}/boost`)
  })

  it('starts tomorrow when the chosen hour is already over', async () => {
    setNow(new Date('2026-05-10T07:30:00Z'))
    const learner = await makeLearner({ hour: 7 })
    await runAt('2026-05-10T07:35:00Z')
    expect(await subjectsOf(learner)).toEqual([])
    await runAt('2026-05-11T07:00:00Z')
    expect(await subjectsOf(learner)).toHaveLength(1)
  })
})

describe('no reminder is sent', () => {
  it.each<[string, Wanted]>([
    ['before the second finished lesson', { lessons: ['l01'] }],
    ['whose subscription has ended', { subscription: { currentPeriodEnd: start.getTime() / 1000 - 86_400 } }],
    ['who never subscribed', { subscription: null }],
  ])('to a learner %s', async (_, wanted) => {
    const learner = await makeLearner(wanted)
    await runAt('2026-05-10T07:00:00Z')
    expect(await subjectsOf(learner)).toEqual([])
  })

  it('when there is nothing to learn and nothing to review', async () => {
    const learner = await makeLearner({ lessons: ['l01', 'l02', 'l03'] })
    await forgetWork(server.context.db, learner.id)
    await runAt('2026-05-10T07:00:00Z')
    expect(await subjectsOf(learner)).toEqual([])
  })

  it('to a learner who has learned today in their own time zone', async () => {
    const [learned, notYet] = [
      await makeLearner({ timeZone: 'Asia/Tokyo' }),
      await makeLearner({ timeZone: 'Asia/Tokyo' }),
    ]
    // 04:00 on the 11th in Tokyo, where the reminder is due at 07:00 of the same day.
    setNow(new Date('2026-05-10T19:00:00Z'))
    await learn(learned.id, 'Asia/Tokyo')
    setNow(new Date('2026-05-10T14:00:00Z'))
    await learn(notYet.id, 'Asia/Tokyo')
    await runAt('2026-05-10T22:00:00Z')
    expect([await subjectsOf(learned), await subjectsOf(notYet)]).toMatchObject([[], [expect.any(String)]])
  })

  it('to a learner who has turned them off or deleted the account', async () => {
    const [off, gone] = [await makeLearner(), await makeLearner()]
    await updateReminders(server.context, { userId: off.id, byMail: false, hour: 7, timeZone: null })
    await deactivateUser(server.context.db, gone.id)
    await runAt('2026-05-10T07:00:00Z')
    expect([await subjectsOf(off), await subjectsOf(gone)]).toEqual([[], []])
  })

  it('when the mail is delayed until the learner learned, turned it off or hours passed', async () => {
    const learners = [await makeLearner(), await makeLearner(), await makeLearner(), await makeLearner()] as const
    const [learned, off, waited, wants] = learners
    setNow(new Date('2026-05-10T07:00:00Z'))
    await remindLearners(server.context)
    setNow(new Date('2026-05-10T09:00:00Z'))
    await learn(learned.id)
    await updateReminders(server.context, { userId: off.id, byMail: false, hour: 7, timeZone: null })
    const { db } = server.context
    await ageReminders(db, waited.id, '2 hours')
    await runJobs(server.context)
    const sent = await Promise.all(learners.map(async (learner) => (await subjectsOf(learner)).length))
    expect(sent).toEqual([0, 0, 0, 1])
    expect(await subjectsOf(wants)).toHaveLength(1)
  })
})

describe('two instances', () => {
  it('remind each learner once when they check at the same moment', async () => {
    const learners = await Promise.all(Array.from({ length: 12 }, () => makeLearner()))
    setNow(new Date('2026-05-10T07:00:00Z'))
    await Promise.all([server, other, server, other].map(({ context }) => remindLearners(context)))
    await Promise.all([runJobs(server.context), runJobs(other.context)])
    const counts = await Promise.all(learners.map(async (learner) => (await subjectsOf(learner)).length))
    expect(counts).toEqual(learners.map(() => 1))
  })

  it('remind the others when the reminder of one learner fails', async () => {
    const learners = await Promise.all(Array.from({ length: 5 }, () => makeLearner()))
    const revive = await failWritesTo(server.context.db, learners[2]?.email ?? '')
    setNow(new Date('2026-05-10T07:00:00Z'))
    await remindLearners(server.context)
    await revive()
    await runJobs(server.context)
    const counts = await Promise.all(learners.map(async (learner) => (await subjectsOf(learner)).length))
    expect(counts).toEqual([1, 1, 0, 1, 1])
    await runAt('2026-05-10T07:05:00Z')
    expect(await subjectsOf(learners[2] ?? { email: '' })).toHaveLength(1)
  })

  it('ask each other for help when more learners are due than fit into a batch', async () => {
    const { id } = await makeLearner()
    await copyReminderSetting(server.context.db, id, 1_100)
    setNow(new Date('2026-05-10T07:00:00Z'))
    await remindLearners(server.context)
    const { db } = server.context
    const helpers = (await listJobs(db)).filter(({ key }) => key?.startsWith('remind-learners:helper'))
    expect(helpers).toHaveLength(3)
    expect(await countUndecided(db, '2026-05-10')).toBe(0)
    await runJobs(server.context)
    expect((await listJobs(db)).length).toBe(0)
  })

  it('leave no partial work when one dies midway', async () => {
    const learner = await makeLearner()
    const { db } = server.context
    const revive = await failWrites(db, 'insert', 'outgoing_mails')
    setNow(new Date('2026-05-10T07:00:00Z'))
    await remindLearners(server.context)
    expect(await listReminderDays(db, learner.id)).toEqual([])
    await revive()
    await runAt('2026-05-10T07:05:00Z', other)
    await runAt('2026-05-10T07:10:00Z')
    expect(await subjectsOf(learner)).toHaveLength(1)
  })
})

describe('time zones', () => {
  it.each([
    ['Pacific/Kiritimati', 7, '2026-05-09T17:00:00Z', '2026-05-10'],
    ['Pacific/Pago_Pago', 7, '2026-05-10T18:00:00Z', '2026-05-10'],
    ['Australia/Lord_Howe', 7, '2026-05-09T20:30:00Z', '2026-05-10'],
  ])('use the local hour in %s', async (timeZone, hour, moment, day) => {
    setNow(new Date('2026-05-08T00:00:00Z'))
    const learner = await makeLearner({ timeZone, hour })
    const at = (minutes: number) => new Date(Date.parse(moment) + minutes * 60_000).toISOString()
    await runAt(at(-5))
    expect(await subjectsOf(learner)).toEqual([])
    await runAt(at(0))
    expect(await subjectsOf(learner)).toHaveLength(1)
    expect(await listReminderDays(server.context.db, learner.id)).toEqual([day])
  })

  it('send one reminder when a half hour repeats or is skipped', async () => {
    setNow(new Date('2026-04-01T00:00:00Z'))
    const far = { currentPeriodEnd: Date.parse('2027-01-01T00:00:00Z') / 1000 }
    const twice = await makeLearner({ timeZone: 'Australia/Lord_Howe', hour: 1, subscription: far })
    // 5 April: 01:30 to 02:00 repeats. 4 October: 02:00 to 02:30 is skipped.
    for (const moment of ['2026-04-04T14:00', '2026-04-04T14:30', '2026-04-04T15:00', '2026-04-04T15:25'])
      await runAt(`${moment}:00Z`)
    expect(await subjectsOf(twice)).toHaveLength(1)
    setNow(new Date('2026-10-03T00:00:00Z'))
    const never = await makeLearner({ timeZone: 'Australia/Lord_Howe', hour: 2, subscription: far })
    for (const moment of ['2026-10-03T15:25', '2026-10-03T15:30', '2026-10-03T15:35']) await runAt(`${moment}:00Z`)
    expect(await subjectsOf(never)).toHaveLength(1)
  })

  it('send no second reminder within eight hours after a flight', async () => {
    const traveler = await makeLearner({ timeZone: 'Pacific/Kiritimati', hour: 19 })
    // In Pago Pago's calendar, the last learning day would be today.
    await forgetLearnedDays(server.context.db, traveler.id)
    await runAt('2026-05-10T05:00:00Z')
    await setReminderZone(server.context.db, traveler.id, 'Pacific/Pago_Pago')
    // 19:00 of the 9th in Pago Pago, an hour after 19:00 of the 10th in Kiritimati.
    await runAt('2026-05-10T06:00:00Z')
    expect(await subjectsOf(traveler)).toHaveLength(1)
    await runAt('2026-05-11T06:00:00Z')
    expect(await subjectsOf(traveler)).toHaveLength(1)
    await runAt('2026-05-12T06:00:00Z')
    expect(await subjectsOf(traveler)).toHaveLength(2)
  })
})

const day = (index: number, clock = '07:00') => `2026-05-${String(10 + index).padStart(2, '0')}T${clock}:00Z`
const quietOf = async ({ email, pin }: { email: string; pin: string }) =>
  (await server.call('reminders', { token: await server.signIn(email, pin) })).body.data.isQuiet

describe('unanswered reminders', () => {
  it('stop after the seventh, which says so, and resume after a day of learning', async () => {
    const learner = await makeLearner()
    for (let index = 0; index < 10; index += 1) await runAt(day(index))
    const subjects = (await subjectsOf(learner)).toReversed()
    expect(subjects).toEqual([...Array.from({ length: 6 }, () => 'For today: Lesson l03'), 'Our last reminder for now'])
    expect(await quietOf(learner)).toBe(true)
    setNow(new Date(day(10)))
    await learn(learner.id)
    expect(await quietOf(learner)).toBe(false)
    await runAt(day(11))
    expect((await subjectsOf(learner))[0]).toBe('For today: Lesson l03')
  })

  it('announce the stop on the next free day when a flight delayed the last one', async () => {
    const traveler = await makeLearner({ timeZone: 'Pacific/Kiritimati', hour: 19 })
    const { db } = server.context
    await forgetLearnedDays(db, traveler.id)
    for (let index = 0; index < 6; index += 1) await runAt(day(index, '05:00'))
    await setReminderZone(db, traveler.id, 'Pacific/Pago_Pago')
    await runAt(day(5, '06:00'))
    expect(await subjectsOf(traveler)).toHaveLength(6)
    expect(await quietOf(traveler)).toBe(false)
    await runAt(day(7, '06:00'))
    expect((await subjectsOf(traveler))[0]).toBe('Our last reminder for now')
    expect(await quietOf(traveler)).toBe(true)
  })

  it('are counted from zero after each day of learning', async () => {
    const learner = await makeLearner()
    for (let index = 0; index < 9; index += 1) {
      await runAt(day(index))
      if (index === 4) {
        setNow(new Date(day(index, '20:00')))
        await learn(learner.id)
      }
    }
    expect(new Set(await subjectsOf(learner))).toEqual(new Set(['For today: Lesson l03']))
  })

  it('resume when the learner turns them on again', async () => {
    const learner = await makeLearner()
    for (let index = 0; index < 8; index += 1) await runAt(day(index))
    await updateReminders(server.context, { userId: learner.id, byMail: true, hour: 7, timeZone: null })
    await runAt(day(8))
    expect((await subjectsOf(learner))[0]).toBe('For today: Lesson l03')
    await ageReminders(server.context.db, learner.id, '400 days')
    await purgeReminders(server.context)
    expect(await listReminderDays(server.context.db, learner.id)).toEqual([])
  })
})
