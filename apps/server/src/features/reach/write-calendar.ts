import { createHash } from 'node:crypto'
import { pickWords } from '@kitewise/content/catalog'
import { screens } from '@kitewise/contract/screens'
import { momentIn } from '@kitewise/rules/calendar-day'
import { planCalendar } from '@kitewise/rules/learning-calendar'
import type { PlanStep } from '@kitewise/rules/month-plan'
import type { Context } from '../../context.ts'
import { calendarWords, fillText } from '../../platform/messages/mail-texts.ts'
import { findAccess } from '../../platform/sessions.ts'
import { getStreak, findLearnerZone } from '../learning/streak/learned-days.ts'
import { listOpenSteps } from '../month-plan/plan-standing.ts'
import { usualHour } from './reminder-settings.ts'
import { findSetting } from './reminders.sql.ts'

const usualMinutes = 5
/** How often calendars should ask. */
const refreshAfter = 'PT6H'
const hourMs = 3_600_000

type Owner = { userId: string; language: string }

/**
 * The learner's next days as iCalendar (RFC 5545), empty without access. One entry a day at their hour, in UTC, so that each is
 * right on both sides of a change of the clock. It says what the plan says, and nothing that the learner wrote.
 */
export async function writeCalendar(context: Context, owner: Owner): Promise<string> {
  const { config, clock } = context
  const { name: brand, company } = config.brand
  const name = escapeText(fillText(calendarWords(owner.language).name, { brand }))
  const host = new URL(config.publicUrl).hostname
  const now = clock().getTime()
  // Whole hours, so that a file isn't sent again until something changes.
  const stamp = timeText(now - (now % hourMs))
  const entries = await listEntries(context, owner)
  return foldLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(company)}//${escapeText(brand)}//EN`,
    'METHOD:PUBLISH',
    `NAME:${name}`,
    `X-WR-CALNAME:${name}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refreshAfter}`,
    `X-PUBLISHED-TTL:${refreshAfter}`,
    ...entries.flatMap(({ day, title, minutes, path, startMs, changes }) => [
      'BEGIN:VEVENT',
      `UID:${uidOf(owner.userId)}-${day}@${host}`,
      `SEQUENCE:${changes}`,
      `DTSTAMP:${stamp}`,
      `DTSTART:${timeText(startMs)}`,
      `DTEND:${timeText(startMs + minutes * 60_000)}`,
      `SUMMARY:${escapeText(`${brand} · ${title}`)}`,
      `URL:${config.publicUrl}${path}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ])
}

const timeText = (atMs: number): string => new Date(atMs).toISOString().replaceAll(/[-:]|\.\d+/g, '')

const escapeText = (text: string): string =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)

const longestLine = 75

/** A line has at most 75 bytes; the rest follows after a space. Characters stay whole. */
const foldLines = (lines: readonly string[]): string => {
  let text = ''
  for (const line of lines) {
    let bytes = 0
    for (const character of line) {
      const size = Buffer.byteLength(character)
      if (bytes + size > longestLine) {
        text += '\r\n '
        bytes = 1
      }
      text += character
      bytes += size
    }
    text += '\r\n'
  }
  return text
}

/** The same for every file of a learner, so that an import replaces the earlier one. An ID has 122 random bits. */
const uidOf = (userId: string): string => createHash('sha256').update(`calendar:${userId}`).digest('hex').slice(0, 32)

type Entry = { day: string; title: string; minutes: number; path: string; startMs: number; changes: number }

const listEntries = async (context: Context, { userId, language }: Owner): Promise<Entry[]> => {
  const [{ granted }, setting] = await Promise.all([findAccess(context, userId), findSetting(context.db, userId)])
  if (!granted) return []
  const timeZone = setting?.timeZone ?? (await findLearnerZone(context, userId, null))
  const { today, isTodayLearned } = await getStreak(context, userId, timeZone)
  const { steps, changes } = await listOpenSteps(context, { userId, today })
  return planCalendar(today, isTodayLearned, steps).map(({ day, step }) => ({
    day,
    ...describeStep(context, step, language),
    startMs: momentIn(timeZone, day, setting?.hour ?? usualHour),
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
