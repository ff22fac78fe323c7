import { useTranslations } from 'use-intl'
import { PlanChoice } from '../../features/billing/components/plan-choice.tsx'
import { paths } from '../../lib/paths.ts'
import { registration } from '../../lib/registration.ts'
import { useSession } from '../../lib/session/session.ts'
import { Screen } from '../shell/screen.tsx'
import { SimpleHeader } from '../shell/simple-header.tsx'
import styles from './plans.module.css'

/** The plans, for anybody. Whoever is new begins with the quiz. */
export const PlansPage = () => {
  const t = useTranslations('plans')
  const isAuthenticated = useSession((state) => state.isAuthenticated)
  const isKnown = isAuthenticated || registration.read() !== null
  return (
    <Screen
      title={t('title')}
      width="wide"
      header={<SimpleHeader backTo={isAuthenticated ? paths.profile : paths.login} />}
    >
      <div className={styles.content}>
        <div className={styles.intro}>
          <h1 className={styles.title}>{t('title')}</h1>
        </div>
        <PlanChoice note={isKnown ? undefined : t('quizFirst')} />
      </div>
    </Screen>
  )
}
