import { type FoundLesson, pickWords } from '@kitewise/content/catalog'
import { hasTimeFor, secondsRead, secondsToCount } from '@kitewise/rules/reading-evidence'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { ActedMoments } from './acted-at.ts'
import { type FragmentRow, type LessonKey } from './progress.sql.ts'
import {
  type LessonTimes,
  listReadingClaims,
  lockReading,
  readLessonTimes,
  saveReadingClaim,
} from './reading-claims.sql.ts'

type Reading = {
  key: LessonKey
  found: FoundLesson
  /** The text set in which the lesson is read. */
  language: string
  /** As stored, with this report. */
  fragment: FragmentRow
  reportedSeconds: number
  moments: ActedMoments
}

/** Longer than a lesson stays open between two parts; what was read before takes no time from what is read now. */
const rememberedMs = 30 * 86_400_000

/**
 * Counts a completed fragment toward a certificate if it was read long enough, by the times of the device (docs/decisions/0145). So
 * the answer is the same whether work arrives piece by piece or all at once. The reported seconds and times can be forged: what
 * counts of a learner took place one after the other since their first sign-in.
 */
export async function countReading({ db }: Context, reading: Reading): Promise<boolean> {
  const { key, found, language, fragment, moments } = reading
  const content = found.lesson.fragments.find(({ id }) => id === fragment.fragmentId)
  if (!content) return false
  const seconds = secondsToCount(pickWords(content.words, language).words.readingSeconds)
  const { now, actedAt, isExact } = moments
  const evidence = { ...fragment.onDevice, reportedSeconds: reading.reportedSeconds, nowMs: +actedAt }
  if (secondsRead(evidence) < seconds) return false
  return inTransaction(db, async (tx) => {
    await lockReading(tx, key.userId, now)
    const before = found.course.lessons[found.position - 1]?.id ?? ''
    const times = await readLessonTimes(tx, key.userId, [key.lessonId, before])
    const fromMs = openSince(times.get(key.lessonId), times.get(before)) ?? +actedAt
    // Work that overtook the start of its lesson counts by its arrival.
    const untilMs = isExact && +actedAt >= fromMs ? +actedAt : +now
    const claim = { fromMs, untilMs, seconds }
    const others = await listReadingClaims(tx, key.userId, new Date(fromMs - rememberedMs))
    if (!hasTimeFor(claim, others)) return false
    return saveReadingClaim(tx, key, { fragmentId: fragment.fragmentId, claim, now })
  })
}

/** When the lesson opened to the learner: when the previous one was finished, or when this one was started before that. */
const openSince = (lesson: LessonTimes | undefined, before: LessonTimes | undefined): number | undefined => {
  const { finishedAtMs = null, finishedOnDeviceMs = null } = before ?? {}
  if (finishedAtMs === null || finishedOnDeviceMs === null) return lesson?.startedOnDeviceMs
  return lesson && lesson.startedAtMs < finishedAtMs ? lesson.startedOnDeviceMs : finishedOnDeviceMs
}
