import type { LessonProgress } from '@kitewise/contract/entities'
import type { Api } from './api.ts'

/** What a learner has sent for one lesson, and what the server acknowledged with a 2xx. */
export type LessonFacts = {
  startAcknowledged: boolean
  finishSent: boolean
  finishAcknowledged: boolean
  fragments: Map<number, FragmentFacts>
  practices: Map<string, PracticeFacts>
}

type FragmentFacts = {
  completionSent: boolean
  completionAcknowledged: boolean
  longestSent: number
  longestAcknowledged: number
}

/** `acknowledged` is the last submitted answer, or null while its submission is unanswered. */
type PracticeFacts = {
  sent: Set<string>
  wasAcknowledged: boolean
  acknowledged: string | null
  fragmentIndex: number
}

export type Journal = { userId: string; token: string; courseId: string; lessons: Map<string, LessonFacts> }

export function openLesson(journal: Journal, lessonId: string): LessonFacts {
  const known = journal.lessons.get(lessonId)
  if (known) return known
  const facts: LessonFacts = {
    startAcknowledged: false,
    finishSent: false,
    finishAcknowledged: false,
    fragments: new Map(),
    practices: new Map(),
  }
  journal.lessons.set(lessonId, facts)
  return facts
}

/** Differences in a lesson's stored progress, one sentence each: acknowledged but lost, or stored but never sent. */
const compareLesson = (lessonId: string, facts: LessonFacts, stored: LessonProgress): string[] => {
  const problems: string[] = []
  const expect = (isTrue: boolean, what: string) => {
    if (!isTrue) problems.push(`lesson ${lessonId}: ${what}`)
  }
  expect(stored.started || !facts.startAcknowledged, 'the acknowledged start is lost')
  expect(stored.finished || !facts.finishAcknowledged, 'the acknowledged finish is lost')
  expect(facts.finishSent || !stored.finished, 'is finished but was never reported as finished')
  for (const [index, fragment] of facts.fragments) compareFragment(index, fragment, stored, expect)
  for (const [index, found] of Object.entries(stored.fragmentProgress)) {
    const isUntouched = !found.completed && found.timeSpent === 0 && found.practiceResults.length === 0
    expect(isUntouched || facts.fragments.has(Number(index)), `fragment ${index} has progress that was never sent`)
  }
  for (const [practiceId, practice] of facts.practices) comparePractice(practiceId, practice, stored, expect)
  return problems
}

type Expect = (isTrue: boolean, what: string) => void

const compareFragment = (index: number, facts: FragmentFacts, stored: LessonProgress, expect: Expect): void => {
  const found = stored.fragmentProgress[String(index)]
  const time = found?.timeSpent ?? 0
  expect(found?.completed === true || !facts.completionAcknowledged, `the completion of fragment ${index} is lost`)
  expect(
    found?.completed !== true || facts.completionSent,
    `fragment ${index} is completed but was never reported as completed`,
  )
  expect(time >= facts.longestAcknowledged, `fragment ${index} has ${time} s of ${facts.longestAcknowledged} s`)
  expect(time <= facts.longestSent, `fragment ${index} has ${time} s, more than the ${facts.longestSent} s ever sent`)
}

const comparePractice = (practiceId: string, facts: PracticeFacts, stored: LessonProgress, expect: Expect): void => {
  const results = stored.fragmentProgress[String(facts.fragmentIndex)]?.practiceResults ?? []
  const found = results.filter((result) => result.practiceId === practiceId)
  expect(found.length <= 1, `practice ${practiceId} has ${found.length} results`)
  expect(found.length === 1 || !facts.wasAcknowledged, `the result of practice ${practiceId} is lost`)
  const answer = found[0]?.answer
  expect(answer === undefined || facts.sent.has(answer), `practice ${practiceId} has an answer that was never sent`)
  expect(
    facts.acknowledged === null || facts.acknowledged === answer,
    `the last answer to practice ${practiceId} is lost`,
  )
}

/** Reads everything a learner has written, and returns what is lost, doubled or invented. */
export async function compareJournal(api: Api, journal: Journal): Promise<string[]> {
  const problems: string[] = []
  for (const [lessonId, facts] of journal.lessons) {
    const { userId, token } = journal
    const { data } = await api.read('lessonProgress', { params: { userId, lessonId }, token })
    problems.push(...compareLesson(lessonId, facts, data))
  }
  problems.push(...(await compareCourse(api, journal)))
  return problems.map((problem) => `learner ${journal.userId}: ${problem}`)
}

const hasDoubles = (ids: string[]): boolean => new Set(ids).size !== ids.length

const compareCourse = async (api: Api, journal: Journal): Promise<string[]> => {
  const { userId, courseId, token } = journal
  const { data } = await api.read('courseProgress', { params: { userId, courseId }, token })
  const { finishedLessons, startedLessons } = data.progressInfo
  const problems: string[] = []
  if (hasDoubles(finishedLessons) || hasDoubles(startedLessons)) problems.push('a lesson is counted twice')
  if (data.lessonsCompleted !== finishedLessons.length) problems.push('the count of finished lessons is not the list')
  for (const [lessonId, facts] of journal.lessons) {
    const isFinished = finishedLessons.includes(lessonId)
    if (facts.finishAcknowledged && !isFinished) problems.push(`lesson ${lessonId} is missing among the finished ones`)
    if (isFinished && !facts.finishSent)
      problems.push(`lesson ${lessonId} counts as finished but was never reported as finished`)
  }
  return problems
}
