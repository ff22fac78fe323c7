import { useState } from 'react'
import { ApiError, call } from '../../lib/api-client.ts'
import { useAction } from '../../lib/use-action.ts'

/** @param token determines whose mail, and which kind, ends */
export function useUnsubscribe(token: string) {
  const [state, setState] = useState<'open' | 'done' | 'doneAll' | 'badLink'>(token === '' ? 'badLink' : 'open')
  const [error, setError] = useState<unknown>(null)

  const { run: unsubscribe, isBusy } = useAction(async (everything: boolean) => {
    setError(null)
    try {
      await call('POST /api/unsubscribe', { body: { token, ...(everything && { everything: true }) } })
      setState(everything ? 'doneAll' : 'done')
    } catch (problem) {
      if (problem instanceof ApiError && problem.status === 400) setState('badLink')
      else setError(problem)
    }
  })
  return { state, isBusy, error, unsubscribe }
}
