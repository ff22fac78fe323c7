import type { Lesson, LessonProgress, Practice } from '@kitewise/contract/entities'
import type { ReactNode } from 'react'
import type { PracticeAnswered } from '../learner-writes.ts'
import { givenAnswer } from '../lesson-walk.ts'
import type { PracticeSlot } from './learn-screen.tsx'

type PracticeDrawing = {
  lesson: Lesson
  progress: LessonProgress
  renderPractice: (slot: PracticeSlot) => ReactNode
  answer: (fragment: number, practice: Practice, answered: PracticeAnswered) => void
}

/** @param place `number` counts the practices of the fragment from 1; null draws nothing */
export function drawPractice(
  { lesson, progress, renderPractice, answer }: PracticeDrawing,
  { fragment, number }: { fragment: number; number: number | null },
): ReactNode {
  if (number === null) return null
  const practice = lesson.fragments[fragment]?.practices[number - 1]
  return renderPractice({
    lessonId: lesson.id,
    fragmentIndex: fragment,
    language: lesson.language,
    practice,
    result: practice ? givenAnswer(progress, practice.id) : null,
    onDone: (answered) => practice && answer(fragment, practice, answered),
  })
}
