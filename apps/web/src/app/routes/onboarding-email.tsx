import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { QuizFrame } from '../../features/onboarding/components/quiz-frame.tsx'
import { RegistrationForm } from '../../features/onboarding/components/registration-form.tsx'
import { brand } from '../../lib/brand.ts'
import { paths } from '../../lib/paths.ts'
import { QuizHeader } from '../shell/quiz-header.tsx'
import { Screen } from '../shell/screen.tsx'
import { RequireQuiz } from './require-quiz.tsx'
import styles from './page.module.css'

export function OnboardingEmailPage() {
  const t = useTranslations('registration')
  const [, navigate] = useLocation()
  return (
    <RequireQuiz>
      <Screen title={t('title')} width="wide" header={<QuizHeader backTo={paths.onboardingResult} />}>
        <QuizFrame scene="letter">
          <div className={styles.messageContent}>
            <h1 className={styles.title}>{t('title')}</h1>
            <p className={styles.text}>{t('text', brand)}</p>
            <RegistrationForm onRegistered={() => navigate(paths.offer)} />
          </div>
        </QuizFrame>
      </Screen>
    </RequireQuiz>
  )
}
