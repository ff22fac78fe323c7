import { useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { FieldError } from '../../../components/field.tsx'
import { Stack } from '../../../components/layout.tsx'
import { ApiError, call } from '../../../lib/api-client.ts'
import { answerWithPasskey, canUsePasskeys } from '../../../lib/passkey.ts'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/use-action.ts'

import { failureOf, startSession, useFailureText } from '../use-sign-in.ts'

const never = () => () => undefined

/** Signs in without an address or PIN, where the browser can. @param onSignedIn called just before the session starts */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const t = useTranslations('login')
  const failureText = useFailureText()
  const [failure, setFailure] = useState<string | null>(null)
  // The drawn page is the same for every browser, so it has no button.
  const isPossible = useSyncExternalStore(never, canUsePasskeys, () => false)

  const textOf = (error: unknown): string => {
    if (error instanceof ApiError && error.code === 'passkey_refused') return t('passkeyRefused')
    return error instanceof DOMException ? t('passkeyClosed') : failureText(failureOf(error))
  }
  const { run: signIn, isBusy } = useAction(async () => {
    setFailure(null)
    toast.clear()
    try {
      const passkey = await answerWithPasskey(await call('POST /api/product-user/passkey-login/options'))
      const answer = await call('POST /api/product-user/passkey-login', { body: { passkey } })
      if (answer.restored) toast.success(t('restored'))
      onSignedIn()
      startSession(answer)
    } catch (error) {
      setFailure(textOf(error))
    }
  })
  if (!isPossible) return null
  return (
    <Stack gap={8}>
      <Button variant="secondary" isBusy={isBusy} onClick={() => signIn()}>
        {t(isBusy ? 'passkeyChecking' : 'passkey')}
      </Button>
      <FieldError message={failure} />
    </Stack>
  )
}
