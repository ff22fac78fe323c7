import type { Fragment, Lesson, Practice } from '@kitewise/contract/entities'
import { formatChoices, type Slots } from '@kitewise/rules/exercises'
import { type Api, Refused } from './api.ts'
import { type Journal, type LessonFacts, openLesson } from './journal.ts'

const randomUpTo = (limit: number): number => Math.floor(Math.random() * (limit + 1))

/** A learner takes lessons in order, one request at a time, and records what is acknowledged. */
export async function learn(api: Api, journal: Journal, lessons: Lesson[], isOver: () => boolean): Promise<void> {
  for (const lesson of lessons) {
    if (isOver()) return
    await learnLesson(api, journal, lesson, isOver)
  }
}

const learnLesson = async (api: Api, journal: Journal, lesson: Lesson, isOver: () => boolean): Promise<void> => {
  const facts = openLesson(journal, lesson.id)
  const { userId, courseId, token } = journal
  const call = { params: { userId, lessonId: lesson.id, courseId }, token }
  await api.write('startLesson', call)
  facts.startAcknowledged = true
  for (const [index, fragment] of lesson.fragments.entries()) {
    await report(api, journal, lesson, facts, index, false)
    for (const practice of fragment.practices) {
      for (const answer of answersTo(practice)) {
        if (isOver()) return
        await submit(api, journal, lesson, facts, index, fragment, practice, answer)
      }
    }
    await report(api, journal, lesson, facts, index, true)
  }
  if (isOver()) return
  facts.finishSent = true
  await api.write('finishLesson', call)
  facts.finishAcknowledged = true
}

const report = async (
  api: Api,
  journal: Journal,
  lesson: Lesson,
  facts: LessonFacts,
  index: number,
  completed: boolean,
): Promise<void> => {
  const known = facts.fragments.get(index) ?? {
    completionSent: false,
    completionAcknowledged: false,
    longestSent: 0,
    longestAcknowledged: 0,
  }
  facts.fragments.set(index, known)
  const timeSpent = completed ? randomUpTo(50) : 0
  known.completionSent ||= completed
  known.longestSent = Math.max(known.longestSent, timeSpent)
  const body = {
    courseId: journal.courseId,
    chapterId: lesson.chapter.id,
    lessonId: lesson.id,
    fragmentId: lesson.fragments[index]?.id,
    fragmentIndex: index,
    completed,
    progressPercentage: 0,
    timeSpent,
  }
  const params = { userId: journal.userId, lessonId: lesson.id, fragmentIndex: index }
  const { data } = await api.write('reportFragment', { params, body, token: journal.token })
  known.completionAcknowledged ||= completed
  known.longestAcknowledged = Math.max(known.longestAcknowledged, data.fragmentProgress[String(index)]?.timeSpent ?? 0)
}

/** Each later answer outranks the one before, so the last one must be kept. */
const answersTo = (practice: Practice): string[] => {
  if (practice.exercise) return answersToExercise(practice.exercise.slots)
  const options = practice.singleChoiceTest?.options ?? []
  if (options.length === 0)
    return ['SKIPPED', 'Write a polite e-mail of three sentences to my landlord about the heating.']
  const wrong = options.filter(({ isCorrect }) => !isCorrect).map(({ id }) => id)
  const right = options.filter(({ isCorrect }) => isCorrect).map(({ id }) => id)
  return ['SKIPPED', ...wrong, ...right.slice(0, 1)]
}

/** Everything wrong, then everything right. */
const answersToExercise = (slots: Slots): string[] => {
  const fill = (choose: (slot: Slots[string]) => string) =>
    formatChoices(Object.fromEntries(Object.entries(slots).map(([name, slot]) => [name, choose(slot)])))
  return [
    fill(({ options, correct }) => options.find((option) => option !== correct) ?? correct),
    fill(({ correct }) => correct),
  ]
}

const submit = async (
  api: Api,
  journal: Journal,
  lesson: Lesson,
  facts: LessonFacts,
  index: number,
  fragment: Fragment,
  practice: Practice,
  answer: string,
): Promise<void> => {
  const known = facts.practices.get(practice.id) ?? {
    sent: new Set<string>(),
    wasAcknowledged: false,
    acknowledged: null,
    fragmentIndex: index,
  }
  facts.practices.set(practice.id, known)
  known.sent.add(answer)
  known.acknowledged = null
  const body = {
    practiceId: practice.id,
    practiceType: practice.practiceType,
    answer,
    isCorrect: false,
    completed: true,
    courseId: journal.courseId,
    fragmentId: fragment.id,
    fragmentIndex: index,
    lessonId: lesson.id,
  }
  const params = { userId: journal.userId, lessonId: lesson.id, fragmentIndex: index }
  const { data } = await api.write('submitPractice', { params, body, token: journal.token })
  known.wasAcknowledged = true
  known.acknowledged = data.answer
}

/** Shared by all learners of the test; printed at every start. */
const pin = '8305'

/**
 * Signs a learner in and opens their journal. Null if they have to wait or need a mailed link: a sign-in interrupted by
 * a kill counts as failed, because otherwise killing the server would give free guesses.
 */
export async function signIn(api: Api, email: string, courseId: string): Promise<Journal | null> {
  try {
    const { jwt, user } = await api.write('login', { body: { email, pin } })
    return { userId: user.id, token: jwt, courseId, lessons: new Map() }
  } catch (error) {
    if (error instanceof Refused && [403, 429].includes(error.status)) return null
    throw error
  }
}
