import { dueReminder } from '@kitewise/rules/reminder-time'
import type { Context } from '../../context.ts'
import { listCandidates, listHours, type DueHour } from './queries.ts'
import { remindLearner } from './remind-learner.ts'

/** Learners looked at in one statement. */
const atOnce = 500

/** The hours of the day that have come, in all the zones where somebody chose them. */
const listDueHours = async ({ db, clock }: Context): Promise<DueHour[]> => {
  const now = clock().getTime()
  return (await listHours(db)).flatMap(({ timeZone, hour }) => {
    const due = dueReminder(hour, timeZone, now)
    return due ? [{ timeZone, hour, ...due }] : []
  })
}

/** Every few minutes: reminds everybody whose hour has come, each once a day. One who fails does not hold up the others. */
export const remindLearners = async (context: Context): Promise<void> => {
  const { db, clock, log } = context
  const due = await listDueHours(context)
  const failed = new Set<string>()
  let candidates = await listCandidates(db, due, clock(), atOnce)
  while (candidates.length > failed.size) {
    for (const candidate of candidates.filter(({ userId }) => !failed.has(userId))) {
      await remindLearner(context, candidate).catch((error: unknown) => {
        failed.add(candidate.userId)
        log.error({ err: error }, 'a learner could not be reminded')
      })
    }
    candidates = await listCandidates(db, due, clock(), atOnce + failed.size)
  }
}
