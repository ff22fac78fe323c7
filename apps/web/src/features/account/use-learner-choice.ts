import type { User } from '@kitewise/contract/entities'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { learnerQuery } from '../../lib/queries.ts'
import { useLearner } from '../../lib/session/session.ts'

/**
 * One field of the learner's profile. A choice shows at once, everywhere; the server gets them one after another, so it keeps the
 * last. One that can't be saved is taken back.
 */
export function useLearnerChoice<Key extends 'firstName' | 'dailyGoalMinutes'>(
  key: Key,
  save: (value: User[Key]) => Promise<unknown>,
) {
  const client = useQueryClient()
  const learner = useLearner()
  const [value, setValue] = useState<User[Key]>(learner[key])
  const [error, setError] = useState<Error | null>(null)
  const saved = useRef<User[Key]>(learner[key])
  const newest = useRef(0)
  const sending = useRef(Promise.resolve())

  const show = (shown: User[Key]): void => {
    setValue(shown)
    client.setQueryData(learnerQuery.queryKey, (known) => ({ ...(known ?? learner), [key]: shown }))
  }
  const send = async (wanted: User[Key], number: number): Promise<void> => {
    if (number !== newest.current) return
    try {
      await save(wanted)
      saved.current = wanted
    } catch (failure) {
      if (number !== newest.current) return
      setError(failure as Error)
      show(saved.current)
    }
  }
  const choose = (wanted: User[Key]): void => {
    newest.current += 1
    const number = newest.current
    setError(null)
    show(wanted)
    sending.current = sending.current.then(() => send(wanted, number))
  }
  return { value, choose, error }
}
