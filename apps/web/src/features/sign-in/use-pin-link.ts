import { useEffect } from 'react'
import { ApiError, call } from '../../lib/api-client.ts'
import { pinSetup } from '../../lib/pin-setup.ts'
import { useAnswer } from '../../lib/use-answer.ts'

/** `none`: there was no link. `over`: it is used up, too old, or none of ours. `unchecked`: no word from the server. */
export type PinLinkState = 'none' | 'checking' | 'over' | 'unchecked'

const emailOf = async (token: string | null): Promise<string | null> => {
  if (token === null) return null
  const { email } = await call('POST /api/product-user/check-pin-token', { body: { token } })
  pinSetup.keep({ email, token })
  return email
}

/**
 * Looks after the token of a mailed link: whose PIN it may set. The link is not used up by that.
 * @param token of the link, or null
 * @param onValid gets the e-mail; the token is kept for setting the PIN. The same function every time.
 */
export const usePinLink = (token: string | null, onValid: (email: string) => void) => {
  const { data: email, error, isBusy, retry } = useAnswer(token ?? '', () => emailOf(token))
  useEffect(() => {
    if (email) onValid(email)
  }, [email, onValid])
  return { state: stateOf(token, error, isBusy), error, retry }
}

const stateOf = (token: string | null, error: unknown, isBusy: boolean): PinLinkState => {
  if (token === null) return 'none'
  if (isBusy || error === undefined) return 'checking'
  return error instanceof ApiError && error.code === 'invalid_token' ? 'over' : 'unchecked'
}
