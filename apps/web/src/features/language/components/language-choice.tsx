import { languageDetails, textLanguageOf } from '@kitewise/rules/language'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { ErrorView } from '../../../components/message-view.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { Skeleton, SkeletonScreen } from '../../../components/skeleton.tsx'
import { call } from '../../../lib/api-client.ts'
import { brand } from '../../../lib/brand.ts'
import { useErrorText } from '../../../lib/error-text.ts'
import { hasTexts } from '../../../lib/i18n/texts.tsx'
import { useAnswer } from '../../../lib/use-answer.ts'
import { useLanguageChoice } from '../use-language-choice.ts'
import styles from './language-choice.module.css'

/** The languages in their own names. A choice counts at once; nothing has to be confirmed. */
export const LanguageChoice = () => {
  const t = useTranslations('language')
  const errorText = useErrorText()
  const locales = useAnswer('locales', (signal) => call('GET /api/i18n/locales', { signal }))
  const choice = useLanguageChoice()

  if (locales.data === undefined) {
    if (locales.error === undefined) return <ListSkeleton />
    const { error, retry, isBusy } = locales
    return <ErrorView message={errorText(error, t('loadFailed'))} error={error} onRetry={retry} isRetrying={isBusy} />
  }
  const options = locales.data.map(({ code, name }) => ({
    id: code,
    label: <span lang={languageDetails[textLanguageOf(code)].bcp47}>{name}</span>,
  }))
  return (
    <div className={styles.choice}>
      <RadioGroup
        legend={t('legend')}
        options={options}
        value={choice.language}
        onChange={(code) => choice.choose(textLanguageOf(code))}
      />
      <Outcome {...choice} />
    </div>
  )
}

const Outcome = ({ language, outcome, choose }: ReturnType<typeof useLanguageChoice>) => {
  const t = useTranslations('language')
  const { name } = languageDetails[language]
  return (
    <>
      <div role="status" className={styles.status}>
        {outcome === 'saved' && <p>{t('updated')}</p>}
        {outcome === 'kept' && <p>{t('kept')}</p>}
        {!hasTexts(language) && <p>{t('notYet', { language: name })}</p>}
      </div>
      {outcome === 'failed' && (
        <Card tone="bad" className={styles.failure} ref={showWhole}>
          <div role="alert">
            <p className={styles.strong}>{t('failed')}</p>
            <p>{t('failedNote', brand)}</p>
          </div>
          <RetryButton onRetry={() => choose(language)} />
        </Card>
      )}
    </>
  )
}

/** The list is as long as a small phone: what went wrong must not wait below its end. */
const showWhole = (card: HTMLDivElement | null): void => card?.scrollIntoView({ block: 'center' })

const RetryButton = ({ onRetry }: { onRetry: () => void }) => {
  const t = useTranslations('common')
  return (
    <Button variant="secondary" onClick={onRetry}>
      {t('retry')}
    </Button>
  )
}

const ListSkeleton = () => (
  <SkeletonScreen>
    <div className={styles.skeleton}>
      {Object.keys(languageDetails).map((code) => (
        <Skeleton key={code} height="var(--button-height)" shape="card" />
      ))}
    </div>
  </SkeletonScreen>
)
