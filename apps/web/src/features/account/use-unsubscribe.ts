import { useState } from 'react'
import { call } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'

/** Ends marketing mail for whoever a mail's link was made for. Opening the page does nothing by itself. */
export const useUnsubscribe = (token: string) => {
  const [state, setState] = useState<'open' | 'busy' | 'done' | 'badLink'>(token === '' ? 'badLink' : 'open')
  const [error, setError] = useState<unknown>(null)

  const unsubscribe = async (): Promise<void> => {
    setState('busy')
    setError(null)
    try {
      await call('POST /api/unsubscribe', { body: { token } })
      setState('done')
    } catch (problem) {
      const isBad = problem instanceof ApiError && problem.status === 400
      setError(isBad ? null : problem)
      setState(isBad ? 'badLink' : 'open')
    }
  }
  return { state, error, unsubscribe }
}
