import { useCallback, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { ErrorView } from '../../components/message-view.tsx'
import { RestoreStep, usePinLink } from '../../features/sign-in/components/restore-step.tsx'
import { brand, supportMailto } from '../../lib/brand.ts'
import { emailOfEntry } from '../../lib/email.ts'
import { paths } from '../../lib/paths.ts'
import { useHistory } from '../../lib/router.tsx'
import { useLinkQuery } from '../../lib/use-link-query.ts'
import { SimpleHeader } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'
import styles from './page.module.css'

/** The history entry keeps the address and whether the mail was requested, for a reload. */
export function RestorePassPage() {
  const t = useTranslations('restorePass')
  const [, navigate] = useLocation()
  const entry: unknown = useHistory().location.state
  const { query, settle } = useLinkQuery()
  const goOn = useCallback(
    (email: string) => {
      settle()
      navigate(paths.pinFor(email), { replace: true })
    },
    [navigate, settle],
  )
  const { state, error, retry } = usePinLink(query.get('token'), goOn)
  useEffect(() => {
    if (state === 'over') settle()
  }, [state, settle])
  const email = emailOfEntry(entry)
  const sentTo = typeof entry === 'object' && entry !== null && 'isSent' in entry ? email : null
  const keep = (kept: { email: string; isSent?: true }): void =>
    navigate(paths.restorePass, { replace: true, state: kept })

  const isAsking = state === 'none' || state === 'over'
  const title = t(sentTo === null ? 'title' : 'sentTitle')
  return (
    <Screen title={title} header={<SimpleHeader backTo={paths.login} />}>
      <div className={styles.messageContent}>
        <h1 className={styles.title}>{title}</h1>
        {state === 'checking' && (
          <p className={styles.text} role="status">
            {t('checking')}
          </p>
        )}
        {state === 'unchecked' && <ErrorView message={t('checkFailed')} error={error} onRetry={retry} />}
        {isAsking && sentTo === null && (
          <>
            {state === 'over' && (
              <Card tone="bad">
                <p role="alert">{t('linkOver')}</p>
              </Card>
            )}
            <p className={styles.text}>{t('text')}</p>
            <RestoreStep initialEmail={email} onSent={(sentNow) => keep({ email: sentNow, isSent: true })} />
          </>
        )}
        {sentTo !== null && <Sent email={sentTo} onAgain={() => keep({ email: sentTo })} />}
        <ButtonLink variant="quiet" to={paths.login}>
          {t('toLogin')}
        </ButtonLink>
      </div>
    </Screen>
  )
}

const Sent = ({ email, onAgain }: { email: string; onAgain: () => void }) => {
  const t = useTranslations('restorePass')
  return (
    <>
      <p className={styles.text} role="status">
        {t('sent', { email })}
      </p>
      <p className={styles.text}>
        {t('sentNote')} <a href={supportMailto(t('subject'))}>{t('write', { email: brand.supportEmail })}</a>
      </p>
      <Button variant="secondary" onClick={onAgain}>
        {t('again')}
      </Button>
    </>
  )
}
