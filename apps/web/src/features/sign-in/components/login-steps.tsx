import { type FormEvent, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { EmailField } from '../../../components/field.tsx'
import { ErrorView } from '../../../components/message-view.tsx'
import { AccountName, PinField } from '../../../components/pin-field.tsx'
import { ApiError } from '../../../lib/api-client.ts'
import { isEmail } from '../../../lib/email.ts'
import { paths } from '../../../lib/paths.ts'
import type { EndReason } from '../../../lib/session/session.ts'
import { toast } from '../../../lib/toast.ts'
import { useActionOnShow } from '../../../lib/use-action.ts'
import { confirmDevice, findOrganization } from '../api.ts'
import { proveByPin, useSignIn } from '../use-sign-in.ts'
import styles from './sign-in.module.css'

type EmailStepProps = { email: string; onChange: (email: string) => void; onSubmit: () => void }

export function EmailStep({ email, onChange, onSubmit }: EmailStepProps) {
  const t = useTranslations('login')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isEmail(email)) onSubmit()
  }
  return (
    <form className={styles.step} onSubmit={submit} noValidate>
      <EmailField
        label={t('emailLabel')}
        autoComplete="username"
        placeholder={t('emailPlaceholder')}
        value={email}
        onChange={onChange}
      />
      <Button type="submit" disabled={!isEmail(email)}>
        {t('submit')}
      </Button>
    </form>
  )
}

type PinStepProps = { email: string; onSignedIn: () => void }

/** The second step of signing in. The fourth digit submits by itself; the button is for those who look for one. */
export function PinStep({ email, onSignedIn }: PinStepProps) {
  const t = useTranslations('login')
  const [pin, setPin] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)
  const { signIn, isBusy, failure } = useSignIn(onSignedIn, () => setPin(''))

  const change = (next: string): void => {
    setPin(next)
    setIncomplete(false)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isBusy) return
    setIncomplete(true)
    toast.error(t('pinIncomplete'))
  }
  return (
    <form className={styles.step} onSubmit={submit} noValidate>
      <AccountName email={email} />
      <PinField
        label={t('pinLabel')}
        hint={<span className="visually-hidden">{t('pinHint')}</span>}
        error={isIncomplete ? t('pinIncomplete') : failure}
        value={pin}
        onChange={change}
        onComplete={(complete) => signIn(proveByPin({ email, pin: complete }))}
        autoComplete="current-password"
        isBusy={isBusy}
      />
      <Button type="submit" isBusy={isBusy}>
        {isBusy ? t('signingIn') : t('submit')}
      </Button>
      <Link className={styles.link} to={paths.restorePass} state={{ email }}>
        {t('forgotPin')}
      </Link>
      <OrganizationOffer email={email} />
    </form>
  )
}

/** The way through an organization, for addresses in a domain that it has proven. */
const OrganizationOffer = ({ email }: { email: string }) => {
  const t = useTranslations('login')
  const { data: organization } = useActionOnShow((signal) => findOrganization(email, signal))
  if (!organization) return null
  return (
    <ButtonLink variant="secondary" to={paths.sso(organization.organizationId)}>
      {t('continueWith', { organization: organization.name })}
    </ButtonLink>
  )
}

type DeviceLinkProps = {
  token: string
  /** Gets the account's e-mail when this browser has become a known device. Must be stable. */
  onKnown: (email: string) => void
  /** The link is dead. Must be stable. */
  onOver: () => void
}

/** Uses a mailed link, which makes this browser a known device, and says when it is no longer valid. */
export function DeviceLink({ token, onKnown, onOver }: DeviceLinkProps) {
  const t = useTranslations('login')
  const { data: email, error, isBusy, retry } = useActionOnShow(() => confirmDevice(token))
  useEffect(() => {
    if (email) onKnown(email)
  }, [email, onKnown])
  const isOver = error instanceof ApiError && error.code === 'invalid_token'
  useEffect(() => {
    if (isOver) onOver()
  }, [isOver, onOver])
  if (isBusy) return <p role="status">{t('deviceChecking')}</p>
  if (error === undefined) return null
  if (!isOver) return <ErrorView message={t('deviceCheckFailed')} error={error} onRetry={retry} />
  return (
    <Card tone="bad">
      <p role="alert">{t('deviceLinkOver')}</p>
    </Card>
  )
}

type EndNoticeProps = {
  reason: EndReason
  onLeave: () => void
}

/** Says why the learner was signed out and, without a subscription, where to get a plan. */
export function EndNotice({ reason, onLeave }: EndNoticeProps) {
  const t = useTranslations('login')
  if (reason !== 'noSubscription' && reason !== 'subscriptionExpired')
    return (
      <Card tone="sunken" role="status">
        <p>{t('sessionEnded', { reason })}</p>
      </Card>
    )
  return (
    <Card tone="kite" gap={16}>
      <div role="status">
        <p className={styles.reason}>{t(reason)}</p>
        <p>{t('wayBack')}</p>
      </div>
      <ButtonLink variant="secondary" to={paths.plans}>
        {t('seePlans')}
      </ButtonLink>
      <Button variant="quiet" onClick={onLeave}>
        {t('leave')}
      </Button>
    </Card>
  )
}
