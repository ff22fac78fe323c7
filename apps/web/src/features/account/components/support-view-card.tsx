import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { FieldError } from '../../../components/field.tsx'
import { Stack } from '../../../components/layout.tsx'
import { PinAgainSheet, usePinAgain } from '../../../components/pin-again-sheet.tsx'
import { call } from '../../../lib/api-client.ts'
import { browserTimeZone } from '../../../lib/browser-locale.ts'
import { useErrorText } from '../../../lib/error-text.ts'
import { useAction } from '../../../lib/use-action.ts'
import { supportViewQuery } from '../api.ts'
import styles from './account.module.css'

/** Lets support read for an hour with a code, shows that they do, and ends it. For the profile. */
export function SupportViewCard() {
  const t = useTranslations('supportView')
  const errorText = useErrorText()
  const { view, code, failure, allow, end, isBusy, sheet } = useSupportView()
  return (
    <Stack as="section" gap={12}>
      <h2 className={styles.title}>{t('title')}</h2>
      <Card gap={16}>
        {view === null ? <p>{t('text')}</p> : <State view={view} code={code} />}
        <FieldError message={failure && errorText(failure, t('failed'))} />
        {(view === null || view.openedAt === null) && (
          <Button variant="secondary" isBusy={isBusy} onClick={allow}>
            {view === null ? t('start') : t('another')}
          </Button>
        )}
        {view !== null && (
          <Button variant={view.openedAt === null ? 'quiet' : 'danger'} isBusy={isBusy} onClick={end}>
            {t('end')}
          </Button>
        )}
      </Card>
      <PinAgainSheet {...sheet} />
    </Stack>
  )
}

type View = { endsAt: string; openedAt: string | null; openedByRole: string | null }

const State = ({ view, code }: { view: View; code: string | null }) => {
  const t = useTranslations('supportView')
  const format = useFormatter()
  const timeOf = (moment: string): string =>
    format.dateTime(new Date(moment), { timeStyle: 'short', timeZone: browserTimeZone() })
  const end = timeOf(view.endsAt)
  if (view.openedAt !== null)
    return <p role="status">{t('open', { role: view.openedByRole ?? 'support', since: timeOf(view.openedAt), end })}</p>
  if (code === null) return <p role="status">{t('waiting', { end })}</p>
  return (
    <div role="status">
      <p className={styles.code}>
        <span className="visually-hidden">{t('code')} </span>
        <span translate="no">{code}</span>
      </p>
      <p className={styles.note}>{t('codeNote', { end })}</p>
    </div>
  )
}

const useSupportView = () => {
  const client = useQueryClient()
  const pinAgain = usePinAgain()
  const [code, setCode] = useState<string | null>(null)
  const [failure, setFailure] = useState<Error | null>(null)
  const { data } = useQuery(supportViewQuery)
  const attempt = async (act: () => Promise<unknown>): Promise<void> => {
    setFailure(null)
    try {
      await act()
      await client.invalidateQueries({ queryKey: supportViewQuery.queryKey })
    } catch (error) {
      setFailure(error as Error)
    }
  }
  const { run: allow, isBusy: isAllowing } = useAction(() =>
    attempt(async () => {
      const made = await pinAgain.run(() => call('POST /api/product-user/support-view'))
      if (made !== null) setCode(made.code)
    }),
  )
  const { run: end, isBusy: isEnding } = useAction(() =>
    attempt(async () => {
      await call('DELETE /api/product-user/support-view')
      setCode(null)
    }),
  )
  return {
    view: data?.view ?? null,
    code,
    failure,
    allow: () => allow(),
    end: () => end(),
    isBusy: isAllowing || isEnding,
    sheet: pinAgain.sheet,
  }
}
