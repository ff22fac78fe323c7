import type { Lesson, LessonProgress, Practice } from '@kitewise/contract/entities'
import { skippedAnswer } from '@kitewise/rules/practice'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useLearner } from '../../lib/session/session.ts'
import { useSave } from './api.ts'
import { fragmentWrite, type PracticeAnswered, practiceWrite } from './learner-writes.ts'
import { catchUp, type LessonView, openingFragment, viewOf } from './lesson-walk.ts'
import { useVisibleSeconds } from './use-read-again.ts'

type LessonWalk = {
  view: LessonView
  /** On the last fragment it only completes. Resolves when it is stored. */
  goOn: () => Promise<unknown>
  /** Records every unanswered practice of the current fragment as skipped. */
  skip: () => void
  answer: (fragment: number, practice: Practice, answered: PracticeAnswered) => void
}

/** The learner's fragment: where the lesson opens, then moved by their own steps or by those of another tab. */
const useCurrentFragment = (lesson: Lesson, progress: LessonProgress, query: string | null) => {
  const [current, setCurrent] = useState(() => openingFragment(lesson, progress, query))
  const view = viewOf(lesson, progress, current)
  const [seen, setSeen] = useState(view.completed)
  if (seen.join() !== view.completed.join()) {
    setSeen(view.completed)
    setCurrent(catchUp(current, seen, view.completed))
  }
  return { view, setCurrent }
}

/** The state of walking through a lesson, and the learner's actions. Every step goes to the outbox first. */
export function useLessonWalk(lesson: Lesson, progress: LessonProgress): LessonWalk {
  const { id: userId } = useLearner()
  const [search, setSearch] = useSearchParams()
  const { view, setCurrent } = useCurrentFragment(lesson, progress, search.get('fragment'))
  const { current, isFinished } = view
  const [reveal, setReveal] = useState<Reveal | null>(() =>
    current > 0 && !isFinished ? { fragment: current, behavior: 'instant' } : null,
  )
  const seconds = useVisibleSeconds(current)
  const save = useSave(lesson)
  useReveal(reveal)

  const recordStart = useEffectEvent((fragment: number) => {
    if (!isFinished && !view.completed[fragment]) void save(fragmentWrite(userId, lesson, fragment, null))
  })
  useEffect(() => recordStart(current), [current])

  const complete = (): Promise<unknown> => {
    // Fragments before a linked one were visible too: they count as read, with zero seconds (docs/decisions/0008).
    const isLast = current === lesson.fragments.length - 1
    const unread = isLast ? lesson.fragments.map((_, index) => index).filter((index) => !view.completed[index]) : []
    const earlier = unread.filter((index) => index !== current).map((index) => fragmentWrite(userId, lesson, index, 0))
    return Promise.all([...earlier, fragmentWrite(userId, lesson, current, seconds())].map(save))
  }

  return {
    view,
    goOn: () => {
      const stored = complete()
      const next = current + 1
      if (next >= lesson.fragments.length) return stored
      setCurrent(next)
      setReveal({ fragment: next, behavior: 'smooth' })
      // If the address names a fragment, it follows the current one, so that a reload keeps the place.
      if (search.has('fragment')) setSearch({ fragment: String(next) }, { replace: true })
      return stored
    },
    skip: () => {
      const practices = lesson.fragments[current]?.practices ?? []
      for (const practice of practices.filter(({ id }) => !view.donePractices.has(id))) {
        void save(practiceWrite(userId, lesson, current, practice, { answer: skippedAnswer, isCorrect: false }))
      }
    },
    answer: (fragment, practice, answered) => void save(practiceWrite(userId, lesson, fragment, practice, answered)),
  }
}

/** Delay before scrolling to a revealed fragment (docs/product.md). */
const scrollDelayMs = 100

/** Which fragment to bring into view, and how. */
type Reveal = { fragment: number; behavior: 'smooth' | 'instant' }

export function fragmentHeadingId(fragment: number): string {
  return `fragment-${fragment}`
}

const wantsStillness = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Focus does not wait for the scroll: by then the learner may have moved to a button. */
const useReveal = (reveal: Reveal | null): void => {
  useEffect(() => {
    if (reveal === null) return undefined
    const heading = document.getElementById(fragmentHeadingId(reveal.fragment))
    heading?.focus({ preventScroll: true })
    const timer = setTimeout(
      () => heading?.scrollIntoView({ block: 'start', behavior: wantsStillness() ? 'instant' : reveal.behavior }),
      scrollDelayMs,
    )
    return () => clearTimeout(timer)
  }, [reveal])
}
