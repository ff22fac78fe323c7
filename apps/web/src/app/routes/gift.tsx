import { mailedToken } from '@kitewise/rules/mailed-token'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, ButtonLink } from '../../components/button.tsx'
import { OwnersOwn } from '../../components/owners-own.tsx'
import { SteadyKite } from '../../components/kite-moods.tsx'
import { Beside, SkyPanel, Stack } from '../../components/layout.tsx'
import { EmptyView } from '../../components/message-view.tsx'
import { ApiError, call } from '../../lib/api-client.ts'
import { useErrorText, useTooManyText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { subscriptionQuery } from '../../lib/queries.ts'
import { useLearner } from '../../lib/session/session.ts'
import { wantedGift } from '../../lib/session/wanted-screen.ts'
import { useAction } from '../../lib/use-action.ts'
import { useDateInSentence } from '../../lib/use-date-in-sentence.ts'
import { TitledHeader } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'
import { GiftCodeField, giftSentence, isGiftRefusal } from './gift-code-field.tsx'

type Redeemed = { until: number }

/** For learners; everybody else sees `NewcomerGiftPage` here. */
export function GiftPage() {
  const t = useTranslations('gift')
  const day = useDateInSentence()
  const [redeemed, setRedeemed] = useState<Redeemed | null>(null)
  return (
    <Screen title={t('title')} header={<TitledHeader title={t('title')} backTo={paths.profile} />} width="wide">
      <Beside
        aside={
          <SkyPanel>
            <SteadyKite />
          </SkyPanel>
        }
      >
        {redeemed === null ? (
          <OwnersOwn>
            <GiftForm onRedeemed={setRedeemed} />
          </OwnersOwn>
        ) : (
          <EmptyView
            title={t('doneTitle')}
            message={t('done', { date: day(redeemed.until) })}
            action={<ButtonLink to={paths.courses}>{t('toCourses')}</ButtonLink>}
          />
        )}
      </Beside>
    </Screen>
  )
}

const GiftForm = ({ onRedeemed }: { onRedeemed: (redeemed: Redeemed) => void }) => {
  const t = useTranslations('gift')
  const form = useRef<HTMLFormElement>(null)
  const failureText = useFailureText()
  const client = useQueryClient()
  const { email } = useLearner()
  const [code, setCode] = useState(() => mailedToken(window.location.hash.slice(1)) || (wantedGift.read() ?? ''))
  const [failure, setFailure] = useState<string | null>(null)
  const refuse = (sentence: string): void => {
    setFailure(sentence)
    form.current?.querySelector('input')?.focus()
  }
  const { run, isBusy } = useAction(async () => {
    try {
      const redeemed = await call('POST /api/gift-codes/redeem', { body: { code: code.trim() } })
      wantedGift.remove()
      // The other screens ask this query whether the learner has access.
      await client.invalidateQueries(subscriptionQuery(email))
      onRedeemed(redeemed)
    } catch (error) {
      refuse(failureText(error))
    }
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (code.trim() === '') refuse(t('missing'))
    else run()
  }
  return (
    <Stack ref={form} as="form" gap={16} onSubmit={submit} noValidate>
      <p>{t('intro')}</p>
      <GiftCodeField
        value={code}
        error={failure}
        onChange={(typed) => {
          setCode(typed)
          setFailure(null)
        }}
      />
      <Button type="submit" isBusy={isBusy}>
        {t('redeem')}
      </Button>
    </Stack>
  )
}

const useFailureText = () => {
  const t = useTranslations('gift')
  const errorText = useErrorText()
  const tooManyText = useTooManyText()
  return (error: unknown): string => {
    if (error instanceof ApiError && error.status === 429) return tooManyText(error.retryAfterSeconds)
    if (error instanceof ApiError && isGiftRefusal(error.code)) return t(giftSentence[error.code])
    return errorText(error, t('failed'))
  }
}
