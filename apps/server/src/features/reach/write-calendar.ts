import { createHash } from 'node:crypto'
import { pickWords } from '@kitewise/content/catalog'
import { screens } from '@kitewise/contract/screens'
import { momentIn } from '@kitewise/rules/calendar-day'
import { planCalendar } from '@kitewise/rules/learning-calendar'
import type { PlanStep } from '@kitewise/rules/month-plan'
import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator'
import type { Context } from '../../context.ts'
import { calendarWords, fillText } from '../../platform/messages/mail-texts.ts'
import { findAccess } from '../../platform/sessions.ts'
import { getStreak, findLearnerZone } from '../learning/streak/learned-days.ts'
import { listOpenSteps } from '../month-plan/plan-standing.ts'
import { usualHour } from './reminder-settings.ts'
import { findSetting } from './reminders.sql.ts'

const usualMinutes = 5
/** How often calendars should ask, as the file says. */
const refreshSeconds = 6 * 3_600
const hourMs = 3_600_000

type Owner = { userId: string; language: string }

/**
 * The learner's next days as iCalendar (RFC 5545), empty without access. One entry a day at their hour, in UTC, so that each is
 * right on both sides of a change of the clock. It says what the plan says, and nothing that the learner wrote.
 */
export async function writeCalendar(context: Context, owner: Owner): Promise<string> {
  const { config, clock } = context
  const words = calendarWords(owner.language)
  const now = clock().getTime()
  const calendar = ical({
    name: fillText(words.name, { brand: config.brand.name }),
    prodId: { company: config.brand.company, product: config.brand.name },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshSeconds,
  })
  for (const { day, title, minutes, path, start, changes } of await listEntries(context, owner)) {
    calendar.createEvent({
      id: `${uidOf(owner.userId)}-${day}@${new URL(config.publicUrl).hostname}`,
      sequence: changes,
      // Whole hours, so that the same file is sent, and not sent again, until something changes.
      stamp: new Date(now - (now % hourMs)),
      start,
      end: new Date(start.getTime() + minutes * 60_000),
      summary: `${config.brand.name} · ${title}`,
      url: `${config.publicUrl}${path}`,
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  }
  return calendar.toString()
}

/** The same for every file of a learner, so that an import replaces the earlier one. An ID has 122 random bits. */
const uidOf = (userId: string): string => createHash('sha256').update(`calendar:${userId}`).digest('hex').slice(0, 32)

type Entry = { day: string; title: string; minutes: number; path: string; start: Date; changes: number }

const listEntries = async (context: Context, { userId, language }: Owner): Promise<Entry[]> => {
  const [{ granted }, setting] = await Promise.all([findAccess(context, userId), findSetting(context.db, userId)])
  if (!granted) return []
  const timeZone = setting?.timeZone ?? (await findLearnerZone(context, userId, null))
  const { today, isTodayLearned } = await getStreak(context, userId, timeZone)
  const { steps, changes } = await listOpenSteps(context, { userId, today })
  return planCalendar(today, isTodayLearned, steps).map(({ day, step }) => ({
    day,
    ...describeStep(context, step, language),
    start: new Date(momentIn(timeZone, day, setting?.hour ?? usualHour)),
    changes: changes + (setting?.timeChanges ?? 0),
  }))
}

const describeStep = (
  { catalog }: Pick<Context, 'catalog'>,
  step: PlanStep | null,
  language: string,
): Pick<Entry, 'title' | 'minutes' | 'path'> => {
  const words = calendarWords(language)
  if (step?.kind === 'mission') return { title: words.mission, minutes: usualMinutes, path: screens.monthPlan }
  if (step?.kind === 'practice') return { title: words.practice, minutes: usualMinutes, path: screens.boost }
  const lesson = step && catalog.findLesson(step.lessonId)?.lesson
  if (!lesson) return { title: words.day, minutes: usualMinutes, path: screens.dashboard }
  return { title: pickWords(lesson.words, language).words.title, minutes: lesson.minutes, path: screens.monthPlan }
}
