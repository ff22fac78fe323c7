import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { remindersQuery } from './reminders-query.ts'

/** Stores whether the learner wants mails, and the hour. */
export const useChangeReminders = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { byMail: boolean; hour: number }) => call('PUT /api/product-user/reminders', { body }),
    onSuccess: (saved) => client.setQueryData(remindersQuery.queryKey, saved),
  })
}
