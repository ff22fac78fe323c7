import type { ReviewSession } from '@kitewise/contract/review'
import { daysBetween } from '@kitewise/rules/calendar-day'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../../components/button-link.tsx'
import { EmptyView } from '../../../components/empty-view.tsx'
import { paths } from '../../../lib/paths.ts'

/** Nothing is left to practise today: why, when it goes on, and where to go meanwhile. */
export const ReviewEnd = ({ session, takesFocus }: { session: ReviewSession; takesFocus: boolean }) => {
  const { state, day, nextDay, doneToday } = session
  const t = useTranslations('boost')
  const title =
    state === 'done' ? t('doneTitle') : state === 'nothing_met' ? t('nothingMetTitle') : t('nothingDueTitle')
  const text =
    state === 'done'
      ? t('doneText', { count: doneToday })
      : state === 'nothing_met'
        ? t('nothingMetText')
        : t('nothingDueText')
  const next = nextDay === null ? '' : ` ${t('next', { count: daysBetween(day, nextDay) })}`
  return (
    <EmptyView
      headingLevel="h1"
      takesFocus={takesFocus}
      title={title}
      message={`${text}${next}`}
      action={<ButtonLink to={paths.courses}>{t('toCourses')}</ButtonLink>}
    />
  )
}
