import type { ReviewSession } from '@kitewise/contract/review'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { SteadyKite } from '../../../components/kite-moods.tsx'
import { SkyPanel } from '../../../components/layout.tsx'
import { ProgressBar } from '../../../components/progress-bar.tsx'
import { BoostShape } from '../../../components/learner-shapes.tsx'
import { changeKept } from '../../../lib/kept-reads.ts'
import { streakQuery } from '../../../lib/queries.ts'
import { useLearner } from '../../../lib/session/session.ts'
import { useAction } from '../../../lib/use-action.ts'
import { nextReview, type ReviewOutcome, startReview, withoutAnswered } from '../review-walk.ts'
import { reviewQuery } from '../api.ts'
import { ReviewExercise } from './review-exercise.tsx'
import { ReviewPrompt } from './review-prompt.tsx'
import { ReviewQuestion } from './review-question.tsx'
import styles from './review.module.css'

type ReviewScreenProps = {
  session: ReviewSession
  /** Replaces a practice that was requested again, and takes the focus. */
  takesFocus: boolean
  onEnd: () => void
}

export function ReviewScreen({ session, takesFocus, onEnd }: ReviewScreenProps) {
  const t = useTranslations('boost')
  const client = useQueryClient()
  const keepAnswered = useKeepAnswered()
  const [walk, dispatch] = useReducer(nextReview, session, startReview)
  const task = useRef<HTMLDivElement>(null)
  const { queue, done, total } = walk
  const [item] = queue
  const isLast = queue.length === 1

  const count = (outcome: ReviewOutcome): void => {
    dispatch({ type: 'counted', outcome })
    void keepAnswered(item?.practiceId ?? '')
    void client.invalidateQueries(streakQuery)
  }
  const { run: move } = useAction((type: 'next' | 'later') => {
    if (type === 'next' && isLast) onEnd()
    dispatch({ type })
  })
  const practiceId = item?.practiceId
  const wasOnScreen = useRef(takesFocus ? undefined : practiceId)
  useEffect(() => {
    if (practiceId !== wasOnScreen.current) task.current?.focus()
    wasOnScreen.current = practiceId
  }, [practiceId])

  if (!item) return <BoostShape />
  const common = {
    onCounted: count,
    onNext: () => move('next'),
    onChanged: onEnd,
    ...(isLast ? {} : { onLater: () => move('later') }),
  }
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1 className={styles.title}>{t('heading')}</h1>
        <div className={styles.progress}>
          <ProgressBar percent={(100 * done) / total} label={t('heading')} />
          <span className={styles.count}>{t('progress', { done, total })}</span>
        </div>
      </header>
      <div
        ref={task}
        key={item.practiceId}
        className={styles.task}
        tabIndex={-1}
        role="group"
        aria-label={item.lesson.title}
      >
        {item.kind === 'question' && <ReviewQuestion {...common} item={item} />}
        {item.kind === 'exercise' && <ReviewExercise {...common} item={item} />}
        {item.kind === 'prompt' && <ReviewPrompt {...common} item={item} />}
      </div>
      <SkyPanel>
        <SteadyKite />
      </SkyPanel>
    </div>
  )
}

/** The practice that is kept for a time without a connection forgets what was answered. */
const useKeepAnswered = (): ((practiceId: string) => Promise<unknown>) => {
  const { id: userId } = useLearner()
  return (practiceId) =>
    changeKept<ReviewSession>(reviewQuery(userId).queryKey, (kept) => kept && withoutAnswered(kept, [practiceId]))
}
