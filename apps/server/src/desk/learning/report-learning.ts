import { isPromptTask } from '@kitewise/content/catalog'
import type { Context } from '../../context.ts'
import { inBatch } from '../../database/transaction.ts'
import { countMilestones } from '../../features/reports/funnel.sql.ts'
import {
  claimReport,
  countLessons,
  countPoints,
  countPractices,
  listLearnersAfter,
  type PracticePlace,
  publishReport,
  saveCountedUntil,
  saveWeek,
} from './report.sql.ts'

const batchSize = 500
const dayMs = 86_400_000
/** Who began longer ago and hasn't come further has left. */
const settledAfterMs = 7 * dayMs
/** Long enough for visitors to be deleted (90 days) and learners to reach day 36. */
const weeksCounted = 20

/**
 * Job, nightly: counts what the desk's learning section shows. Learners are counted in batches; a batch and the place where the next
 * one begins are one transaction, so any number of instances may run it at once, and a crash counts no one twice.
 */
export async function reportLearning(context: Context, size = batchSize): Promise<void> {
  await countWeeks(context)
  const places = listPracticePlaces(context)
  let isLast = await countBatch(context, places, { size, begins: true })
  while (!isLast) isLast = await countBatch(context, places, { size, begins: false })
}

const listPracticePlaces = ({ catalog }: Context): PracticePlace[] =>
  catalog.courses.flatMap(({ lessons }) =>
    lessons.flatMap(({ fragments }) =>
      fragments.flatMap((fragment) =>
        fragment.practices.map((practice) => ({
          practiceId: practice.id,
          fragmentId: fragment.id,
          isRequired: practice.isRequired,
          kind:
            practice.type === 'SINGLE_CHOICE_TEST'
              ? ('choice' as const)
              : isPromptTask(practice)
                ? ('prompt' as const)
                : ('exercise' as const),
        })),
      ),
    ),
  )

/** Returns whether the report is complete. */
const countBatch = (
  { db, clock }: Context,
  places: readonly PracticePlace[],
  { size, begins }: { size: number; begins: boolean },
): Promise<boolean> =>
  inBatch(db, async (tx) => {
    const now = clock()
    const after = await claimReport(tx, { now, begins })
    if (after === null) return true
    const userIds = await listLearnersAfter(tx, after, size)
    const last = userIds.at(-1)
    if (last === undefined) {
      await publishReport(tx, now)
      return true
    }
    const batch = { userIds, settledBefore: new Date(now.getTime() - settledAfterMs) }
    await countLessons(tx, batch)
    await countPractices(tx, { ...batch, places })
    const practiceIds = places.filter(({ kind }) => kind === 'prompt').map(({ practiceId }) => practiceId)
    await countPoints(tx, { userIds, practiceIds })
    await saveCountedUntil(tx, last)
    return false
  })

/** Each week is a statement of its own, and replaces what an earlier night counted. */
const countWeeks = async ({ db, clock }: Context): Promise<void> => {
  const now = clock()
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const monday = today - ((now.getUTCDay() + 6) % 7) * dayMs
  for (let back = weeksCounted - 1; back >= 0; back -= 1) {
    const from = monday - back * 7 * dayMs
    await inBatch(db, async (tx) =>
      saveWeek(tx, await countMilestones(tx, { from: new Date(from), to: new Date(from + 7 * dayMs) })),
    )
  }
}
