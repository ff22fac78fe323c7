import type { Lesson, LessonProgress, Practice, PracticeResult } from '@kitewise/contract/entities'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { paths } from '../../../lib/paths.ts'
import { useSave } from '../api.ts'
import type { PracticeAnswered } from '../learner-writes.ts'
import { useFinishLesson } from '../use-finish-lesson.ts'
import { FinishedLesson } from './finished-lesson.tsx'
import { LessonPlayer } from './lesson-player.tsx'

export type PracticeSlot = {
  lessonId: string
  fragmentIndex: number
  /** The language of the words, as in the contract. */
  language: string
  /** Undefined when the text names a practice that the fragment does not have. */
  practice: Practice | undefined
  /** The stored answer; null if there is none or it was skipped. */
  result: PracticeResult | null
  onDone: (answered: PracticeAnswered) => void
}

type LearnScreenProps = {
  lesson: Lesson
  progress: LessonProgress
  renderPractice: (slot: PracticeSlot) => ReactNode
}

/** Card by card until it's finished, then as one page. */
export function LearnScreen(props: LearnScreenProps) {
  return props.progress.finished ? <FinishedLesson {...props} /> : <OpenLesson {...props} />
}

const OpenLesson = (props: LearnScreenProps) => {
  const { lesson } = props
  const [, navigate] = useLocation()
  return (
    <LessonPlayer
      {...props}
      save={useSave(lesson)}
      ending={useFinishLesson(lesson)}
      onClose={() => navigate(paths.course(lesson.course.id))}
    />
  )
}
