import type { Lesson, LessonProgress, Practice } from '@kitewise/contract/entities'
import { skippedAnswer } from '@kitewise/rules/practice'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSearchParams } from 'wouter'
import { wantsStillness } from '../../lib/preferences.ts'
import { useLearner } from '../../lib/session/session.ts'
import { fragmentWrite, type LearnerWrite, type PracticeAnswered, practiceWrite } from './learner-writes.ts'
import { cardHeadingId, type LessonCard, lessonCards, openingCard } from './lesson-cards.ts'
import { catchUp, type LessonView, openingFragment, viewOf } from './lesson-walk.ts'
import { useVisibleSeconds } from './use-read-again.ts'

type LessonWalk = {
  view: LessonView
  cards: readonly LessonCard[]
  /** Index of the card on screen. */
  at: number
  /** To the next card. The last one of a fragment completes it; the last one of the lesson only completes. */
  goOn: () => { stored: Promise<unknown>; moved: Promise<void> }
  goBack: () => void
  /** Records the card's practice as skipped if it's required. */
  skip: () => void
  answer: (fragment: number, practice: Practice, answered: PracticeAnswered) => void
}

/** The learner's fragment and card: where the lesson opens, then moved by their own steps or by those of another tab. */
const useCardOnScreen = (lesson: Lesson, progress: LessonProgress, query: string | null) => {
  const cards = useMemo(() => lessonCards(lesson), [lesson])
  const [current, setCurrent] = useState(() => openingFragment(lesson, progress, query))
  const view = viewOf(lesson, progress, current)
  const [at, setAt] = useState(() => openingCard(cards, view.current, view.donePractices))
  const [seen, setSeen] = useState(view.completed)
  if (seen.join() !== view.completed.join()) {
    setSeen(view.completed)
    const caughtUp = catchUp(current, seen, view.completed)
    setCurrent(caughtUp)
    if (caughtUp !== current) setAt(openingCard(cards, caughtUp, view.donePractices))
  }
  return { cards, view, setCurrent, at: Math.min(at, cards.length - 1), setAt }
}

/** Keeps a step of the learner, at once. */
export type SaveStep = (write: LearnerWrite) => Promise<void>

/** The state of walking through a lesson, and the learner's actions. Every step is saved first. */
export function useLessonWalk(lesson: Lesson, progress: LessonProgress, save: SaveStep): LessonWalk {
  const { id: userId } = useLearner()
  const [search, setSearch] = useSearchParams()
  const { cards, view, setCurrent, at, setAt } = useCardOnScreen(lesson, progress, search.get('fragment'))
  const { current, isFinished } = view
  const card = cards[at]
  const [reveal, setReveal] = useState<number | null>(null)
  const seconds = useVisibleSeconds(current)
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
  const show = (next: number): Promise<void> =>
    slideCard(next > at ? 'forward' : 'back', () => {
      setAt(next)
      setReveal(next)
      const fragment = cards[next]?.fragment ?? current
      if (fragment <= current) return
      setCurrent(fragment)
      // If the address names a fragment, it follows the current one, so that a reload keeps the place.
      if (search.has('fragment')) setSearch({ fragment: String(fragment) }, { replace: true })
    })

  return {
    view,
    cards,
    at,
    goOn: () => {
      const stored = card?.isLastOfFragment && card.fragment === current ? complete() : Promise.resolve()
      return { stored, moved: at + 1 < cards.length ? show(at + 1) : Promise.resolve() }
    },
    goBack: () => {
      if (at > 0) void show(at - 1)
    },
    skip: () => {
      const practice = card?.practice
      if (!practice?.isRequired || view.donePractices.has(practice.id)) return
      const skipped = { answer: skippedAnswer, isCorrect: false }
      void save(practiceWrite(userId, lesson, card?.fragment ?? current, practice, skipped))
    },
    answer: (fragment, practice, answered) => void save(practiceWrite(userId, lesson, fragment, practice, answered)),
  }
}

/** Delay before scrolling to a revealed card (docs/product.md). */
const scrollDelayMs = 100

/** Focus does not wait for the scroll: by then the learner may have moved to a button. */
const useReveal = (card: number | null): void => {
  useEffect(() => {
    if (card === null) return undefined
    const heading = document.getElementById(cardHeadingId)
    document.documentElement.scrollTop = 0
    heading?.focus({ preventScroll: true })
    const timer = setTimeout(
      () => heading?.scrollIntoView({ block: 'start', behavior: wantsStillness() ? 'instant' : 'smooth' }),
      scrollDelayMs,
    )
    return () => clearTimeout(timer)
  }, [card])
}

/** Lets one card leave while the next slides in; at once where nothing may move. Resolves when the next is on screen. */
async function slideCard(direction: 'forward' | 'back', update: () => void): Promise<void> {
  if (wantsStillness() || !('startViewTransition' in document)) return update()
  document.documentElement.dataset.slide = direction
  const { ready, finished, updateCallbackDone } = document.startViewTransition(() => flushSync(update))
  // The browser gives up a slide when the window changes its size, for example. The card is shown all the same.
  for (const shown of [ready, finished]) shown.catch(() => undefined)
  await updateCallbackDone
}
