import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { outboxOf } from './learner-outbox.ts'

/**
 * Opens the outbox as soon as it is known who is signed in, so that unsent writes leave on whatever screen the learner is. When all
 * have arrived, progress is read anew.
 */
export const useLearnerOutbox = (userId: string | undefined): void => {
  const client = useQueryClient()
  useEffect(() => {
    if (userId === undefined) return undefined
    return outboxOf(userId).state.subscribe((now, before) => {
      if (now.pending > 0 || before.pending === 0) return
      void client.invalidateQueries({ queryKey: ['lesson-progress', userId] })
      void client.invalidateQueries({ queryKey: ['course-progress', userId] })
    })
  }, [client, userId])
}
