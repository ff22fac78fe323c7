import { use, useRef, useState } from 'react'
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
import { Sheet } from './sheet.tsx'

/** Step-up authentication: asks the signed-in learner for the PIN, or without one a passkey, or without either their organization's provider; see `usePinAgain`. Needs the texts of `account`. */
export function PinAgainSheet({ isOpen, onRight, onCancel }: PinAgainProps) {
  const t = useTranslations('pinAgain')
  const learner = use(LearnerContext)
  const through = learner?.isPinSetUp === false ? learner.signedInThrough : undefined
  const form = through?.ownProof === undefined ? <PinAgainForm onRight={onRight} /> : <PasskeyAgain onRight={onRight} />
  return (
    <Sheet isOpen={isOpen} onClose={onCancel} title={t('title')}>
      {through && through.ownProof === undefined ? <ProviderAgain {...through} /> : form}
    </Sheet>
  )
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

const PinAgainForm = ({ onRight }: { onRight: () => void }) => {
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

const isRefusedAsTooOld = (error: unknown): boolean => error instanceof ApiError && error.code === 'reauthenticate'

type PinAgainProps = { isOpen: boolean; onRight: () => void; onCancel: () => void }

/**
 * For calls that need step-up authentication. If the server refuses one because the last PIN entry is too old, the sheet
 * asks for the PIN and the call is repeated. Resolves to null when the learner closed the sheet; throws what the call throws.
 *
 * `const pinAgain = usePinAgain()` … `await pinAgain.run(() => call('…'))` … `<PinAgainSheet {...pinAgain.sheet} />`
 */
export function usePinAgain(): { run: <T>(work: () => Promise<T>) => Promise<T | null>; sheet: PinAgainProps } {
  const [isOpen, setOpen] = useState(false)
  const answer = useRef<(isRight: boolean) => void>(() => undefined)

  const ask = (): Promise<boolean> => {
    setOpen(true)
    return new Promise((resolve) => {
      answer.current = resolve
    })
  }
  const close = (isRight: boolean): void => {
    setOpen(false)
    answer.current(isRight)
  }
  const run = async <T,>(work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work()
    } catch (error) {
      if (!isRefusedAsTooOld(error)) throw error
      return (await ask()) ? run(work) : null
    }
  }
  return { run, sheet: { isOpen, onRight: () => close(true), onCancel: () => close(false) } }
}
