import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { FieldError } from '../../../components/field.tsx'
import { call } from '../../../lib/api-client.ts'
import { canUsePasskeys, loadPasskeys } from '../../../lib/passkeys-here.ts'
import { useSignIn } from '../use-sign-in.ts'

/** Signs in without an address or PIN, where the browser can. @param onSignedIn called just before the session starts */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const t = useTranslations('login')
  const { signIn, isBusy, failure } = useSignIn(onSignedIn)
  // The drawn page is the same for every browser. It has the button, because nearly all can, so that nothing moves.
  const isPossible = useSyncExternalStore(never, canUsePasskeys, () => true)
  if (!isPossible) return null
  return (
    <>
      <Button variant="secondary" isBusy={isBusy} onClick={() => signIn(proveByPasskey)}>
        {t('passkey')}
      </Button>
      <FieldError message={failure} />
    </>
  )
}

const never = () => () => undefined

const proveByPasskey = async () => {
  const { answerWithPasskey } = await loadPasskeys()
  const passkey = await answerWithPasskey(await call('POST /api/product-user/passkey-login/options'))
  return call('POST /api/product-user/passkey-login', { body: { passkey } })
}
