import type { ReviewSession } from '@kitewise/contract/review'
import { daysBetween } from '@kitewise/rules/calendar-day'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../../components/button.tsx'
import { SteadyKite } from '../../../components/kite-moods.tsx'
import { EmptyView, ErrorView } from '../../../components/message-view.tsx'
import { SavingNote } from '../../../components/saving-note.tsx'
import { BoostShape } from '../../../components/learner-shapes.tsx'
import { useErrorText } from '../../../lib/error-text.ts'
import { onAllSent } from '../../../lib/outbox/learner-outbox.ts'
import { paths } from '../../../lib/paths.ts'
import { useLearner } from '../../../lib/session/session.ts'
import { reviewQuery } from '../api.ts'
import { ReviewScreen } from './review-screen.tsx'

export function LoadReview() {
  const t = useTranslations('boost')
  const errorText = useErrorText()
  const { id: userId } = useLearner()
  const { data, dataUpdatedAt, error, refetch, isFetching } = useQuery(reviewQuery(userId))
  const [isGoingOn, setGoingOn] = useState(false)
  if (error)
    return (
      <ErrorView
        headingLevel="h1"
        title={t('loadFailed')}
        message={errorText(error)}
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
        wayOut={{ label: t('toCourses'), to: paths.courses }}
      />
    )
  if (!data) return <BoostShape />
  if (data.items.length === 0) return <ReviewEnd session={data} takesFocus={isGoingOn} onSent={refetch} />
  const goOn = (): void => {
    setGoingOn(true)
    void refetch()
  }
  return <ReviewScreen key={dataUpdatedAt} session={data} takesFocus={isGoingOn} onEnd={goOn} />
}

const words = {
  done: { title: 'doneTitle', text: 'doneText' },
  nothing_due: { title: 'nothingDueTitle', text: 'nothingDueText' },
  nothing_met: { title: 'nothingMetTitle', text: 'nothingMetText' },
} as const

type ReviewEndProps = { session: ReviewSession; takesFocus: boolean; onSent: () => Promise<unknown> }

/** Nothing is left to practice today: why, when it continues, and where to go meanwhile. Answers that still wait decide when. */
const ReviewEnd = ({ session, takesFocus, onSent }: ReviewEndProps) => {
  const { id: userId } = useLearner()
  useEffect(() => onAllSent(userId, () => void onSent()), [userId, onSent])
  const { state, day, nextDay, doneToday } = session
  const t = useTranslations('boost')
  const { title, text } = words[state === 'ready' ? 'nothing_due' : state]
  const next = nextDay === null ? '' : ` ${t('next', { count: daysBetween(day, nextDay) })}`
  return (
    <EmptyView
      kite={<SteadyKite />}
      headingLevel="h1"
      takesFocus={takesFocus}
      title={t(title)}
      message={`${t(text, { count: doneToday })}${next}`}
      action={
        <>
          <ButtonLink to={paths.courses}>{t('toCourses')}</ButtonLink>
          <SavingNote />
        </>
      }
    />
  )
}
