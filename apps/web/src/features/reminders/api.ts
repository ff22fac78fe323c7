import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { useAction } from '../../lib/use-action.ts'

/** Whether, when and how the learner wants reminders. */
export const remindersQuery = queryOptions({
  queryKey: ['reminders'],
  queryFn: ({ signal }) => call('GET /api/product-user/reminders', { signal }),
})

/** Whether the learner's calendar address works. */
export const calendarQuery = queryOptions({
  queryKey: ['calendar'],
  queryFn: ({ signal }) => call('GET /api/product-user/calendar', { signal }),
})

type Wish = { byMail: boolean; hour: number }

/** Stores the mail setting and the hour. `save` also resolves on failure; `change` has the error. */
export function useChangeReminders() {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (body: Wish) => call('PUT /api/product-user/reminders', { body }),
    onSuccess: (saved) => client.setQueryData(remindersQuery.queryKey, saved),
  })
  const { run } = useAction(async (wish: Wish, onEnd?: () => void) => {
    await change.mutateAsync(wish).catch(() => undefined)
    onEnd?.()
  })
  return { change, save: run }
}
