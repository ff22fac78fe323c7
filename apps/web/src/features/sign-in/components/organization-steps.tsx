import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { EmailField, FieldError } from '../../../components/field.tsx'
import { Stack } from '../../../components/layout.tsx'
import { PinField } from '../../../components/pin-field.tsx'
import { ApiError } from '../../../lib/api-client.ts'
import { isEmail } from '../../../lib/email.ts'
import { useErrorText, useTooManyText } from '../../../lib/error-text.ts'
import { useAction } from '../../../lib/use-action.ts'
import { canUsePasskeys } from '../../../lib/passkeys-here.ts'
import { confirmWithPasskey, confirmWithPin, mailConfirmation } from '../organization.ts'
import { startSession } from '../use-sign-in.ts'

/** What went wrong on the way through an organization, and a word about what to do. */
export function useOrganizationErrorText(): (error: unknown) => string {
  const t = useTranslations()
  const errorText = useErrorText()
  const tooManyText = useTooManyText()
  return (error) => {
    if (!(error instanceof ApiError)) return errorText(error, t('sso.refused'))
    if (error.status === 429) return tooManyText(error.retryAfterSeconds)
    if (error.code === 'not_found') return t('sso.unknown')
    if (error.code === 'organization_sign_in_unavailable') return t('sso.unavailable')
    if (error.code === 'organization_access_ended') return t('sso.ended')
    if (error.code === 'organization_not_joined') return t('sso.notJoined')
    if (error.code === 'invalid_token') return t('sso.linkOver')
    if (error.code === 'wrong_pin') return t('pinAgain.wrong')
    if (error.code === 'check_mailbox') return t('errors.checkMailbox')
    if (error.code === 'address_bounces') return t('errors.addressBounces')
    if (error.code === 'account_blocked') return t('login.blocked')
    return error.code === 'organization_sign_in_refused' ? t('sso.refused') : errorText(error, t('sso.refused'))
  }
}

type ConfirmProps = { organizationId: string; email: string | null }

/** Proves whose account the one at the provider belongs to: with the PIN, a passkey, or by a link to the mailbox. */
export function ConfirmAccount({ organizationId, email: known }: ConfirmProps) {
  const t = useTranslations()
  const errorText = useOrganizationErrorText()
  const [email, setEmail] = useState(known ?? '')
  const [pin, setPin] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(errorText(error))
      setPin('')
    }
  }
  const { run: confirm, isBusy } = useAction((complete: string) =>
    attempt(async () => startSession(await confirmWithPin(organizationId, { email: email.trim(), pin: complete }))),
  )
  const { run: confirmByPasskey, isBusy: isAsking } = useAction(() =>
    attempt(async () => startSession(await confirmWithPasskey(organizationId))),
  )
  const { run: mail, isBusy: isMailing } = useAction(() =>
    attempt(async () => {
      await mailConfirmation(organizationId, email.trim())
      setMailedTo(email.trim())
    }),
  )
  if (mailedTo !== null) return <p role="status">{t('sso.mailSent', { email: mailedTo })}</p>
  return (
    <Stack gap={20}>
      <EmailField label={t('login.emailLabel')} autoComplete="username" value={email} onChange={setEmail} />
      <PinField
        label={t('sso.pinLabel')}
        hint={<span className="visually-hidden">{t('login.pinHint')}</span>}
        error={null}
        value={pin}
        onChange={setPin}
        onComplete={confirm}
        autoComplete="current-password"
        isBusy={isBusy}
      />
      <FieldError message={failure} />
      {canUsePasskeys() && (
        <Button variant="secondary" isBusy={isAsking} onClick={() => confirmByPasskey()}>
          {t('login.passkey')}
        </Button>
      )}
      <Button variant="secondary" isBusy={isMailing} disabled={!isEmail(email)} onClick={() => mail()}>
        {t('sso.withMail')}
      </Button>
    </Stack>
  )
}
