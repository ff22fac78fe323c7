import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Redirect } from 'wouter'
import { ButtonLink } from '../../components/button.tsx'
import { PlanChoice } from '../../features/billing/components/plan-choice.tsx'
import { LoadLessonLanguages } from '../../features/courses/components/load-lesson-languages.tsx'
import { YouSaid } from '../../features/onboarding/components/you-said.tsx'
import { paths } from '../../lib/paths.ts'
import { pinSetup } from '../../lib/pin-setup.ts'
import { registration } from '../../lib/registration.ts'
import { useSession } from '../../lib/session/session.ts'
import { SimpleHeader } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'
import styles from './plans.module.css'

/** The last step before paying. Another tab, or a browser opened again, asks for the e-mail once more. */
export function OfferPage() {
  const t = useTranslations('plans')
  const isAuthenticated = useSession((state) => state.isAuthenticated)
  const [made] = useState(registration.read)
  if (isAuthenticated) return <Redirect to={paths.plans} replace />
  if (made === null) return <Redirect to={paths.onboardingEmail} replace />
  // Back from the PIN screens: the checkout is paid.
  if (pinSetup.tokenFor(made.email) !== null) return <Redirect to={paths.pinFor(made.email)} replace />
  return (
    <Screen title={t('offerTitle')} width="wide" header={<SimpleHeader width="wide" backTo={paths.onboardingResult} />}>
      <PlanChoice
        intro={
          <>
            <h1 className={styles.title}>{t('offerTitle')}</h1>
            <p className={styles.text}>{t('offerFor', { email: made.email })}</p>
            <YouSaid />
          </>
        }
        languages={<LoadLessonLanguages className={undefined} />}
        others={
          <ButtonLink variant="quiet" to={paths.login}>
            {t('haveAccount')}
          </ButtonLink>
        }
      />
    </Screen>
  )
}
