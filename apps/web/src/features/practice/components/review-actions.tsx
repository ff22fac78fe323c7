import { daysBetween } from '@kitewise/rules/calendar-day'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { ActionBar } from '../../../components/layout.tsx'
import { SavingNote } from '../../../components/saving-note.tsx'
import type { ReviewOutcome } from '../review-walk.ts'
import styles from './review.module.css'

type ReviewActionsProps = {
  /** The outcome of the answer; null until there is one. */
  outcome: Pick<ReviewOutcome, 'day' | 'comesBackOn'> | null
  onNext: () => void
  onLater?: () => void
  children: ReactNode
}

/** The actions at the bottom: answer, then continue, with the day when the task returns. */
export function ReviewActions({ outcome, onNext, onLater, children }: ReviewActionsProps) {
  const t = useTranslations()
  // Zero for a prompt that wasn't counted: it is still due today.
  const days = outcome ? daysBetween(outcome.day, outcome.comesBackOn) : 0
  return (
    <ActionBar>
      {outcome ? (
        <>
          {days > 0 && <p className={styles.comesBack}>{t('boost.comesBack', { count: days })}</p>}
          <Button onClick={onNext}>{t('practice.continue')}</Button>
        </>
      ) : (
        <>
          {children}
          {onLater && (
            <Button variant="quiet" onClick={onLater}>
              {t('boost.later')}
            </Button>
          )}
        </>
      )}
      <SavingNote />
    </ActionBar>
  )
}
