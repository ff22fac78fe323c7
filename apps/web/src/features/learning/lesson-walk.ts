import type { Lesson, LessonProgress, PracticeResult } from '@kitewise/contract/entities'
import { continueButton, type ContinueButton, lessonProgressBar } from '@kitewise/rules/lesson-screen'
import { skippedAnswer } from '@kitewise/rules/practice'
import { nextFragment, startingFragment } from '@kitewise/rules/starting-fragment'
import { completedFragments } from './learner-writes.ts'

export type LessonView = {
  isFinished: boolean
  /** Fragments 0 through this one are shown. */
  current: number
  completed: boolean[]
  donePractices: ReadonlySet<string>
  /** 0 to 100. */
  percent: number
  button: ContinueButton
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
  const donePractices = new Set(practiceResults(progress).map((result) => result.practiceId))
  return {
    isFinished: progress.finished,
    current: shown,
    completed,
    donePractices,
    percent: progress.finished ? 100 : lessonProgressBar(completed, shown + 1),
    button: continueButton({
      fragmentIndex: shown,
      fragmentCount: lesson.fragments.length,
      practices: lesson.fragments[shown]?.practices ?? [],
      donePractices,
    }),
  }
}
