import { type CatalogPractice, type FoundLesson, isPromptTask, pickWords } from '@kitewise/content/catalog'
import { formatChoices } from '@kitewise/rules/exercises'
import type { Context } from '../../context.ts'
import { findLearnerLessons } from './open-lesson.ts'
import { savePassedPrompt } from './practice/passed-prompts.sql.ts'
import { lessonKey, saveFinish, saveFragment, savePracticeResult } from './progress.sql.ts'
import { recordLearning } from './streak/learned-days.ts'

const secondsPerFragment = 60
const dayMs = 86_400_000

const rightAnswer = (practice: CatalogPractice): string => {
  if (practice.type === 'SINGLE_CHOICE_TEST') return practice.correct
  if (isPromptTask(practice)) return pickWords(practice.words, 'en').words.model
  const right = Object.entries(practice.slots).map(([slot, { correct }]) => [slot, correct])
  return formatChoices(Object.fromEntries(right))
}

const seedLesson = async (context: Context, userId: string, found: FoundLesson, at: Date) => {
  const key = lessonKey(userId, found)
  const { fragments } = found.lesson
  const endMs = at.getTime() + fragments.length * secondsPerFragment * 1000
  for (const [index, fragment] of fragments.entries()) {
    const openedAtMs = at.getTime() + index * secondsPerFragment * 1000
    const completedAtMs = openedAtMs + secondsPerFragment * 1000
    const times = { openedAtMs, completedAtMs }
    const record = { ...times, onDevice: times, readAtMs: completedAtMs, timeSpentSeconds: secondsPerFragment }
    await saveFragment(context.db, key, { fragmentId: fragment.id, ...record }, { now: at, actedAt: at })
    for (const practice of fragment.practices) {
      const result = { practiceId: practice.id, answer: rightAnswer(practice), isCorrect: true }
      const answeredAt = new Date(completedAtMs)
      await savePracticeResult(
        context.db,
        key,
        { ...result, isSkipped: false, wrongOption: null },
        {
          now: answeredAt,
          actedAt: answeredAt,
        },
      )
      if (isPromptTask(practice)) {
        const passed = { userId, practiceId: practice.id, prompt: result.answer, score: 5, passedAt: answeredAt }
        await savePassedPrompt(context.db, passed)
      }
    }
  }
  await recordLearning(context, {
    userId,
    timeZone: null,
    ageSeconds: (context.clock().getTime() - at.getTime()) / 1000,
  })
  const end = new Date(endMs)
  await saveFinish(context.db, key, { now: end, actedAt: end })
}

/** For demo accounts: it answers every practice, one lesson a day until yesterday. Finished lessons stay as they are. */
export async function seedFinishedLessons(
  context: Context,
  userId: string,
  lessonIds: readonly string[],
): Promise<void> {
  for (const [index, lessonId] of lessonIds.entries()) {
    const found = context.catalog.findLesson(lessonId)
    if (!found) throw new Error(`There is no lesson ${lessonId} in the content folder.`)
    const { finishedLessons } = await findLearnerLessons(context, userId, found.course.id)
    const at = new Date(context.clock().getTime() - (lessonIds.length - index) * dayMs)
    if (!finishedLessons.includes(lessonId)) await seedLesson(context, userId, found, at)
  }
}
