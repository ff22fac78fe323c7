import { languageDetails, type TextLanguage, textLanguageOf } from '@kitewise/rules/language'
import { queryOptions } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Stack } from '../../../components/layout.tsx'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { ErrorView } from '../../../components/message-view.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { Skeleton, SkeletonScreen } from '../../../components/skeleton.tsx'
import { call } from '../../../lib/api-client.ts'
import { brand } from '../../../lib/brand.ts'
import { useErrorText } from '../../../lib/error-text.ts'
import { setLanguage, useLanguage } from '../../../lib/i18n/language.ts'
import { unsavedLanguage } from '../../../lib/i18n/stored-language.ts'
import { hasTexts } from '../../../lib/i18n/texts.tsx'
import { useSession } from '../../../lib/session/session.ts'
import { useRead } from '../../../lib/use-read.ts'
import { saveLanguage } from '../save-language.ts'
import styles from './account.module.css'

/** The languages of the interface. They change only with a release. */
const localesQuery = queryOptions({
  queryKey: ['locales'],
  queryFn: ({ signal }) => call('GET /api/i18n/locales', { signal }),
  staleTime: Infinity,
  refetchOnReconnect: false,
})

/** The languages in their own names. A choice takes effect at once, without confirmation. */
export function LanguageChoice() {
  const t = useTranslations('language')
  const errorText = useErrorText()
  const locales = useRead(localesQuery)
  const choice = useLanguageChoice()

  if (locales.data === undefined) {
    if (locales.error === null) return <ListSkeleton />
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
        <Card tone="bad" gap={12} ref={showWhole}>
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

/** The list fills a small phone, so an error below it is scrolled into view. */
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
    <Stack gap={12}>
      {Object.keys(languageDetails).map((code) => (
        <Skeleton key={code} height="var(--button-height)" shape="card" />
      ))}
    </Stack>
  </SkeletonScreen>
)

/** `kept`: chosen while signed out, so only this browser knows it. */
type SaveOutcome = 'none' | 'saving' | 'saved' | 'kept' | 'failed'

/** Choices are sent one after another, so the server keeps the last one. */
const useLanguageChoice = () => {
  const language = useLanguage((state) => state.language)
  const isAuthenticated = useSession((state) => state.isAuthenticated)
  const [outcome, setOutcome] = useState<SaveOutcome>('none')
  const sending = useRef(Promise.resolve())
  const newest = useRef(0)

  const send = async (chosen: TextLanguage, number: number): Promise<void> => {
    if (number !== newest.current) return
    const end = await saveLanguage(chosen).then(
      () => 'saved' as const,
      () => 'failed' as const,
    )
    if (number !== newest.current) return
    // The end of a session deletes the stored language; the choice stays all the same.
    setLanguage(chosen)
    setOutcome(end)
  }
  const choose = (chosen: TextLanguage): void => {
    setLanguage(chosen)
    newest.current += 1
    const number = newest.current
    if (!isAuthenticated) return setOutcome('kept')
    unsavedLanguage.write(chosen)
    setOutcome('saving')
    sending.current = sending.current.then(() => send(chosen, number))
  }
  return { language, choose, outcome }
}
