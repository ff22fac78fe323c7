import type { Lesson, LessonProgress, PracticeResult } from '@kitewise/contract/entities'
import { continueButton, type ContinueButton, lessonProgressBar } from '@kitewise/rules/lesson-screen'
import { skippedAnswer } from '@kitewise/rules/practice'
import { nextFragment, startingFragment } from '@kitewise/rules/starting-fragment'
import { completedFragments } from './learner-writes.ts'
import type { LessonCard } from './lesson-cards.ts'

export type LessonView = {
  isFinished: boolean
  /** Fragments 0 through this one can be shown. */
  current: number
  completed: boolean[]
  /** Answered or skipped. */
  donePractices: ReadonlySet<string>
  answeredPractices: ReadonlySet<string>
  /** 0 to 100. */
  percent: number
}

const practiceResults = (progress: LessonProgress) =>
  Object.values(progress.fragmentProgress).flatMap((entry) => entry.practiceResults)

/** The stored answer to a practice; null if there is none, or only a skip. */
export function givenAnswer(progress: LessonProgress, practiceId: string): PracticeResult | null {
  const result = practiceResults(progress).find((entry) => entry.practiceId === practiceId)
  return result === undefined || result.answer === skippedAnswer ? null : result
}

/** The zero-based fragment at which a lesson opens. @param query the raw `fragment` value of the address */
export function openingFragment(lesson: Lesson, progress: LessonProgress, query: string | null): number {
  return startingFragment({ completed: completedFragments(lesson, progress), isFinished: progress.finished, query })
    .current
}

/** If another tab or device has completed the learner's fragment, this tab catches up. */
export function catchUp(current: number, before: readonly boolean[], after: readonly boolean[]): number {
  return before[current] === false && after[current] === true ? Math.max(current, nextFragment(after)) : current
}

export function viewOf(lesson: Lesson, progress: LessonProgress, current: number): LessonView {
  const last = Math.max(0, lesson.fragments.length - 1)
  const shown = progress.finished ? last : Math.min(current, last)
  const completed = completedFragments(lesson, progress)
  const results = practiceResults(progress)
  const donePractices = new Set(results.map(({ practiceId }) => practiceId))
  const answered = results.filter(({ answer }) => answer !== skippedAnswer)
  return {
    isFinished: progress.finished,
    current: shown,
    completed,
    donePractices,
    answeredPractices: new Set(answered.map(({ practiceId }) => practiceId)),
    percent: progress.finished ? 100 : lessonProgressBar(completed, shown + 1),
  }
}

/** `skip`: an optional practice is open. */
export type CardButton = ContinueButton | 'skip'

/** What leads on from a card. A practice without an answer can only be skipped; its own action is on the card. */
export function cardButton(cards: readonly LessonCard[], at: number, answered: ReadonlySet<string>): CardButton {
  const practice = cards[at]?.practice
  if (practice && !practice.isRequired && !answered.has(practice.id)) return 'skip'
  return continueButton({
    fragmentIndex: at,
    fragmentCount: cards.length,
    practices: practice ? [practice] : [],
    donePractices: answered,
  })
}
