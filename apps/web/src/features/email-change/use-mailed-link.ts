import { useState } from 'react'
import { call } from '../../lib/api-client.ts'
import { useFailureText } from './use-failure-text.ts'

type LinkCall = 'POST /api/product-user/confirm-email-change' | 'POST /api/product-user/undo-email-change'

type LinkState =
  | { kind: 'ready' }
  | { kind: 'busy' }
  | { kind: 'done'; email: string }
  | { kind: 'failed'; text: string }

/**
 * Does what a mailed link is for, when it is pressed: programs that look through mails open links too, and must not use them up.
 * @param fallback what is said where the server says nothing
 */
export const useMailedLink = (name: LinkCall, token: string, fallback: string) => {
  const failureText = useFailureText()
  const [state, setState] = useState<LinkState>({ kind: 'ready' })
  const press = async (): Promise<void> => {
    setState({ kind: 'busy' })
    try {
      const { email } = await call(name, { body: { token } })
      setState({ kind: 'done', email })
    } catch (error) {
      setState({ kind: 'failed', text: failureText(error, fallback) })
    }
  }
  return { state, press: () => void press() }
}
