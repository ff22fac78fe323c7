import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { Button, ButtonLink } from '../../components/button.tsx'
import { TangledKite } from '../../components/kite-drawing.tsx'
import { SteadyKite } from '../../components/kite-moods.tsx'
import { Stack } from '../../components/layout.tsx'
import { ApiError, call } from '../../lib/api-client.ts'
import { brand } from '../../lib/brand.ts'
import { useErrorText, useTooManyText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { pinSetup } from '../../lib/pin-setup.ts'
import { useAction } from '../../lib/use-action.ts'
import { useDateInSentence } from '../../lib/use-date-in-sentence.ts'
import { useLinkQuery } from '../../lib/use-link-query.ts'
import { SimpleHeader } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'
import { giftSentence, isGiftRefusal } from './gift-code-field.tsx'
import styles from './page.module.css'

type State =
  | { kind: 'ready' }
  /** The account had a PIN already. */
  | { kind: 'begun'; email: string; until: number }
  /** `isOver`: pressing again can't help. */
  | { kind: 'failed'; text: string; isOver: boolean }

/**
 * The link emailed to a newcomer with a gift code. It waits for a press, because mail scanners open links too. The link works
 * again until there is a PIN, so a reload or another device loses nothing.
 */
export function GiftBeginPage() {
  const t = useTranslations('gift')
  const day = useDateInSentence()
  const [, navigate] = useLocation()
  const failureOf = useFailure()
  const { query, settle } = useLinkQuery()
  const token = query.get('token')
  const [state, setState] = useState<State>(
    token === null ? { kind: 'failed', text: t('linkOver'), isOver: true } : { kind: 'ready' },
  )
  const { run, isBusy } = useAction(async () => {
    try {
      const { email, until, pinSetupToken } = await call('POST /api/gift-codes/begin', { body: { token: token ?? '' } })
      if (pinSetupToken === null) return setState({ kind: 'begun', email, until })
      pinSetup.keep({ email, token: pinSetupToken })
      navigate(paths.pinFor(email))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'invalid_token') settle()
      setState(failureOf(error))
    }
  })
  const toLogin = <ButtonLink to={paths.login}>{t('toLogin')}</ButtonLink>
  const start = (words: string): ReactNode => (
    <Button onClick={() => run()} isBusy={isBusy}>
      {words}
    </Button>
  )
  return (
    <Screen title={t('beginTitle')} header={<SimpleHeader />}>
      {state.kind === 'ready' && (
        <Scene title={t('beginTitle')} text={t('beginText')}>
          {start(isBusy ? t('beginning') : t('begin'))}
        </Scene>
      )}
      {state.kind === 'begun' && (
        <Scene title={t('begunTitle')} text={t('begun', { email: state.email, date: day(state.until) })} tone="good">
          {toLogin}
        </Scene>
      )}
      {state.kind === 'failed' && (
        <Scene title={t('beginFailedTitle')} text={state.text} tone="bad">
          {state.isOver ? <ButtonLink to={paths.gift}>{t('toGift')}</ButtonLink> : start(t('begin'))}
        </Scene>
      )}
    </Screen>
  )
}

const useFailure = (): ((error: unknown) => State) => {
  const t = useTranslations('gift')
  const errorText = useErrorText()
  const tooManyText = useTooManyText()
  return (error) => {
    if (!(error instanceof ApiError)) return { kind: 'failed', text: errorText(error, t('beginFailed')), isOver: false }
    const { code, status } = error
    if (status === 429) return { kind: 'failed', text: tooManyText(error.retryAfterSeconds), isOver: false }
    if (code === 'invalid_token') return { kind: 'failed', text: t('linkOver'), isOver: true }
    if (code === 'account_blocked')
      return { kind: 'failed', text: t('blocked', { email: brand.supportEmail }), isOver: true }
    if (code === 'email_taken') return { kind: 'failed', text: t('reserved'), isOver: true }
    if (isGiftRefusal(code))
      return { kind: 'failed', text: t(giftSentence[code]), isOver: code !== 'gift_plan_running' }
    return { kind: 'failed', text: errorText(error, t('beginFailed')), isOver: false }
  }
}

type SceneProps = { title: string; text: string; tone?: 'good' | 'bad'; children: ReactNode }

const Scene = ({ title, text, tone, children }: SceneProps) => (
  <div className={styles.messageContent}>
    {tone === 'bad' ? <TangledKite /> : <SteadyKite />}
    <div className={styles.outcome} role={tone && (tone === 'bad' ? 'alert' : 'status')} key={tone}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
    </div>
    <Stack gap={8}>{children}</Stack>
  </div>
)
