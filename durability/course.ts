import type { Course, Lesson } from '@kitewise/contract/entities'
import { type Browser, demand, type Victim } from './browser.ts'
import type { World } from './world.ts'

export type CourseToLearn = { courseId: string; lessons: Lesson[] }

/** A course with all lessons, as a subscriber reads it. */
export async function readCourse(browser: Browser, id: string): Promise<CourseToLearn> {
  const { data: course }: { data: Course } = demand(await browser.send('getCourse', { params: { id } }))
  const ids = (course.chapters ?? []).flatMap((chapter) => (chapter.lessons ?? []).map((lesson) => lesson.id))
  const lessons: Lesson[] = []
  for (const lessonId of ids) lessons.push(demand(await browser.send('getLesson', { params: { id: lessonId } })).data)
  return { courseId: id, lessons }
}

/** Reports every fragment as completed and skips every practice, without pauses. */
export async function rushThrough({ userId, browser }: Victim, { courseId, lessons }: CourseToLearn): Promise<void> {
  for (const lesson of lessons) {
    const params = { userId, lessonId: lesson.id, courseId }
    demand(await browser.send('startLesson', { params }))
    for (const [fragmentIndex, fragment] of lesson.fragments.entries()) {
      const ids = { courseId, lessonId: lesson.id, fragmentId: fragment.id, fragmentIndex }
      const place = { userId, lessonId: lesson.id, fragmentIndex }
      for (const { id: practiceId, practiceType } of fragment.practices) {
        const body = { ...ids, practiceId, practiceType, answer: 'SKIPPED', isCorrect: true, completed: true }
        demand(await browser.send('submitPractice', { params: place, body }))
      }
      const chapterId = lesson.chapter.id
      const body = { ...ids, chapterId, completed: true, progressPercentage: 100, timeSpent: 31_536_000 }
      demand(await browser.send('reportFragment', { params: place, body }))
    }
    demand(await browser.send('finishLesson', { params }))
  }
}

/** Makes the fragments of a rushed course count as read, directly in the database. */
export async function makeItRead({ db }: World, { userId }: Victim): Promise<void> {
  await db`update fragment_progress set read_at = completed_at where user_id = ${userId}`
}

/** Makes the practices of a rushed course count as passed, directly in the database. */
export async function makeItPassed({ db }: World, { userId }: Victim): Promise<void> {
  await db`update practice_results set is_correct = true, is_skipped = false where user_id = ${userId}`
}
