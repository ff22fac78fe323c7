import type { TextLanguage } from '@kitewise/rules/language'
import type { LegalName } from '@kitewise/texts/web/legal-document'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Stack } from '../../components/layout.tsx'
import { ErrorView } from '../../components/message-view.tsx'
import { TextShape } from '../../components/screen-shapes.tsx'
import { knownLegal, loadLegal, prepareLegal } from '../../features/legal/api.ts'
import { LegalText } from '../../features/legal/components/legal-text.tsx'
import { useLanguage } from '../../lib/i18n/language.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { useActionOnShow } from '../../lib/use-action.ts'
import { TitledHeader } from '../shell/headers.tsx'
import { LanguageLink } from '../shell/language-link.tsx'
import { QuizHeader } from '../shell/quiz-header.tsx'
import { Screen } from '../shell/screen.tsx'
import styles from './page.module.css'

const titles = { terms: 'terms', privacy: 'privacy', 'subscription-terms': 'subscriptionTerms' } as const

/** Learners have the titled header and the bottom bar; visitors the logo, the menu, and ways to the quiz and to signing in. */
const LegalPage = ({ name }: { name: LegalName }) => {
  const t = useTranslations()
  const isAuthenticated = useSession((state) => state.isAuthenticated)
  const language = useLanguage((state) => state.language)
  const title = t(`menu.${titles[name]}`)
  return (
    <Screen
      title={title}
      width="wide"
      header={isAuthenticated ? <TitledHeader title={title} backTo={paths.profile} /> : <QuizHeader />}
    >
      <Stack gap={24}>
        {!isAuthenticated && <h1 className={styles.title}>{title}</h1>}
        <LoadLegal key={language} name={name} language={language} />
        {!isAuthenticated && <WaysOn />}
        {!isAuthenticated && <LanguageLink />}
      </Stack>
    </Screen>
  )
}

const LoadLegal = ({ name, language }: { name: LegalName; language: TextLanguage }) => {
  const t = useTranslations('legal')
  // A chunk that fails to load has already had its time: only the reader tries again.
  const { data, error, isBusy, retry } = useActionOnShow(() => loadLegal(name, language), knownLegal(name, language))
  if (data) return <LegalText {...data} />
  if (error !== undefined) return <ErrorView message={t('loadFailed')} onRetry={retry} isRetrying={isBusy} />
  return <TextShape />
}

const WaysOn = () => {
  const t = useTranslations('legal')
  return (
    <nav className={styles.ways} aria-label={t('waysOn')}>
      <Link to={paths.quizStart}>{t('toQuiz')}</Link>
      <Link to={paths.login}>{t('toLogin')}</Link>
    </nav>
  )
}

export function TermsPage() {
  return <LegalPage key="terms" name="terms" />
}
TermsPage.prepare = () => prepareLegal('terms')

export function PrivacyPage() {
  return <LegalPage key="privacy" name="privacy" />
}
PrivacyPage.prepare = () => prepareLegal('privacy')

export function SubscriptionTermsPage() {
  return <LegalPage key="subscription-terms" name="subscription-terms" />
}
SubscriptionTermsPage.prepare = () => prepareLegal('subscription-terms')
