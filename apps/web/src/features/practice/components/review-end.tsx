import type { ReviewSession } from '@kitewise/contract/review'
import { daysBetween } from '@kitewise/rules/calendar-day'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../../components/button.tsx'
import { EmptyView } from '../../../components/message-view.tsx'
import { paths } from '../../../lib/paths.ts'

const words = {
  done: { title: 'doneTitle', text: 'doneText' },
  nothing_due: { title: 'nothingDueTitle', text: 'nothingDueText' },
  nothing_met: { title: 'nothingMetTitle', text: 'nothingMetText' },
} as const

/** Nothing is left to practise today: why, when it goes on, and where to go meanwhile. */
export const ReviewEnd = ({ session, takesFocus }: { session: ReviewSession; takesFocus: boolean }) => {
  const { state, day, nextDay, doneToday } = session
  const t = useTranslations('boost')
  const { title, text } = words[state === 'ready' ? 'nothing_due' : state]
  const next = nextDay === null ? '' : ` ${t('next', { count: daysBetween(day, nextDay) })}`
  return (
    <EmptyView
      headingLevel="h1"
      takesFocus={takesFocus}
      title={t(title)}
      message={`${t(text, { count: doneToday })}${next}`}
      action={<ButtonLink to={paths.courses}>{t('toCourses')}</ButtonLink>}
    />
  )
}
