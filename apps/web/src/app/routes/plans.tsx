import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../components/button.tsx'
import { PlanChoice } from '../../features/billing/components/plan-choice.tsx'
import { LoadLessonLanguages } from '../../features/courses/components/load-lesson-languages.tsx'
import { paths } from '../../lib/paths.ts'
import { registration } from '../../lib/registration.ts'
import { useSession } from '../../lib/session/session.ts'
import { SimpleHeader } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'
import styles from './plans.module.css'

/** The prices, for anyone who is not signed in. */
export function PlansPage() {
  const t = useTranslations('plans')
  const hasEnded = useSession((state) => state.endReason !== null)
  const isKnown = hasEnded || registration.read() !== null
  return (
    <PlansScreen backTo={paths.login}>
      <PlanChoice
        intro={<PlansTitle />}
        languages={<LoadLessonLanguages className={undefined} />}
        note={isKnown ? undefined : t('quizFirst')}
        others={
          !isKnown && (
            <ButtonLink variant="quiet" to={paths.login}>
              {t('haveAccount')}
            </ButtonLink>
          )
        }
      />
    </PlansScreen>
  )
}

export function PlansTitle() {
  const t = useTranslations('plans')
  return <h1 className={styles.title}>{t('title')}</h1>
}

export function PlansScreen({ backTo, children }: { backTo?: string; children: ReactNode }) {
  const t = useTranslations('plans')
  return (
    <Screen
      title={t('title')}
      width="wide"
      header={<SimpleHeader width="wide" {...(backTo !== undefined && { backTo })} />}
    >
      {children}
    </Screen>
  )
}
