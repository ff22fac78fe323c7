import { use, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import { FieldError } from './field.tsx'
import { Stack } from './layout.tsx'
import { ApiError, call } from '../lib/api-client.ts'
import { useErrorText, useTooManyText } from '../lib/error-text.ts'
import { beginAtProvider, placeToReturn } from '../lib/organization-sign-in.ts'
import { loadPasskeys } from '../lib/passkeys-here.ts'
import { LearnerContext } from '../lib/session/session.ts'
import { leaveFor, useAction } from '../lib/use-action.ts'
import styles from './pin-field.module.css'
import { PinField } from './pin-field.tsx'

/** What is in `PinAgainSheet`, loaded when the server asks for it. */
export function PinAgainForm({ onRight }: { onRight: () => void }) {
  const learner = use(LearnerContext)
  const through = learner?.isPinSetUp === false ? learner.signedInThrough : undefined
  if (through === undefined) return <PinForm onRight={onRight} />
  return through.ownProof === undefined ? <ProviderAgain {...through} /> : <PasskeyAgain onRight={onRight} />
}

const useFailureText = () => {
  const t = useTranslations()
  const errorText = useErrorText()
  const tooManyText = useTooManyText()
  return (error: unknown): string => {
    if (!(error instanceof ApiError)) return errorText(error, t('pinAgain.failed'))
    if (error.code === 'wrong_pin') return t('pinAgain.wrong')
    if (error.code === 'check_mailbox') return t('errors.checkMailbox')
    if (error.code === 'address_bounces') return t('errors.addressBounces')
    return error.status === 429 ? tooManyText(error.retryAfterSeconds) : errorText(error, t('pinAgain.failed'))
  }
}

const PinForm = ({ onRight }: { onRight: () => void }) => {
  const t = useTranslations('pinAgain')
  const text = useText()
  const failureText = useFailureText()
  const [pin, setPin] = useState('')
  const [failure, setFailure] = useState<string | null>(null)

  const { run: check, isBusy } = useAction(async (complete: string) => {
    setFailure(null)
    try {
      await call('POST /api/product-user/reauthenticate', { body: { pin: complete } })
      onRight()
    } catch (error) {
      setFailure(failureText(error))
      setPin('')
    }
  })
  return (
    <Stack gap={20}>
      <p className={styles.againText}>{text}</p>
      <PinField
        label={t('label')}
        hint={isBusy ? t('checking') : <span className="visually-hidden">{t('hint')}</span>}
        error={failure}
        value={pin}
        onChange={setPin}
        onComplete={check}
        autoComplete="current-password"
        isBusy={isBusy}
      />
    </Stack>
  )
}

/** For a learner without a PIN. */
const PasskeyAgain = ({ onRight }: { onRight: () => void }) => {
  const t = useTranslations('pinAgain')
  const text = useText()
  const errorText = useErrorText()
  const [failure, setFailure] = useState<string | null>(null)
  const { run: prove, isBusy } = useAction(async () => {
    setFailure(null)
    try {
      const { answerWithPasskey } = await loadPasskeys()
      const passkey = await answerWithPasskey(await call('POST /api/product-user/passkey-login/options'))
      await call('POST /api/product-user/reauthenticate-with-passkey', { body: { passkey } })
      onRight()
    } catch (error) {
      setFailure(errorText(error, t('passkeyFailed')))
    }
  })
  return (
    <Stack gap={20}>
      <p className={styles.againText}>{text}</p>
      <FieldError message={failure} />
      <Button isBusy={isBusy} onClick={() => prove()}>
        {t('passkey')}
      </Button>
    </Stack>
  )
}

/** Why the learner is asked. */
const useText = (): string => {
  const t = useTranslations('pinAgain')
  const through = use(LearnerContext)?.signedInThrough
  return through?.ownProof === 'needed' ? t('ownText', { organization: through.name }) : t('text')
}

/** Leaves the page for the provider, so the learner presses again afterwards. */
const ProviderAgain = ({ organizationId, name: organization }: { organizationId: string; name: string }) => {
  const t = useTranslations('pinAgain')
  const errorText = useErrorText()
  const [failure, setFailure] = useState<string | null>(null)
  const { run: go, isBusy } = useAction(async () => {
    setFailure(null)
    try {
      const url = await beginAtProvider(organizationId, 'step-up')
      placeToReturn.write(window.location.pathname)
      await leaveFor(url)
    } catch (error) {
      setFailure(errorText(error, t('failed')))
    }
  })
  return (
    <Stack gap={20}>
      <p className={styles.againText}>{t('organizationText', { organization })}</p>
      <FieldError message={failure} />
      <Button isBusy={isBusy} onClick={() => go()}>
        {t('organizationGo', { organization })}
      </Button>
    </Stack>
  )
}
