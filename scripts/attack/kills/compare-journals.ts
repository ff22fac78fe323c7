import type { Api } from './api.ts'
import { compareLesson, type Journal } from './journal.ts'

const progress = '/api/user-course-progress'

/** Asks the API for everything a learner has written and gives what is lost, doubled or made up. */
export const compareJournal = async (api: Api, journal: Journal): Promise<string[]> => {
  const problems: string[] = []
  for (const [lessonId, facts] of journal.lessons) {
    const path = `${progress}/lesson/${journal.userId}/${lessonId}`
    const { data } = await api.read('lessonProgress', path, journal.token)
    problems.push(...compareLesson(lessonId, facts, data))
  }
  problems.push(...(await compareCourse(api, journal)))
  return problems.map((problem) => `learner ${journal.userId}: ${problem}`)
}

const hasDoubles = (ids: string[]): boolean => new Set(ids).size !== ids.length

const compareCourse = async (api: Api, journal: Journal): Promise<string[]> => {
  const path = `${progress}/course/${journal.userId}/${journal.courseId}`
  const { data } = await api.read('courseProgress', path, journal.token)
  const { finishedLessons, startedLessons } = data.progressInfo
  const problems: string[] = []
  if (hasDoubles(finishedLessons) || hasDoubles(startedLessons)) problems.push('a lesson is counted twice')
  if (data.lessonsCompleted !== finishedLessons.length) problems.push('the count of finished lessons is not the list')
  for (const [lessonId, facts] of journal.lessons) {
    const isFinished = finishedLessons.includes(lessonId)
    if (facts.finishAcknowledged && !isFinished) problems.push(`lesson ${lessonId} is missing among the finished ones`)
    if (isFinished && !facts.finishSent) problems.push(`lesson ${lessonId} counts as finished though nobody said so`)
  }
  return problems
}
