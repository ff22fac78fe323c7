import type { Reminders } from '@kitewise/contract/reminders'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../lib/api-client.ts'
import { useAction } from '../../lib/use-action.ts'
import { pushSupport } from './push-support.ts'
import { remindersQuery } from './reminders-query.ts'
import { findOwnEndpoint, subscribeBrowser, unsubscribeBrowser } from './subscribe-browser.ts'

const switchPush = async (isOn: boolean, { pushKey }: Reminders): Promise<Reminders | null> => {
  if (!isOn) {
    const endpoint = await unsubscribeBrowser()
    return endpoint === null ? null : call('POST /api/product-user/push-subscription/remove', { body: { endpoint } })
  }
  const subscription = await subscribeBrowser(pushKey)
  return subscription && call('PUT /api/product-user/push-subscription', { body: subscription })
}

/** Notifications in this browser: what it can do, whether they are on here, and the switch. */
export const useBrowserPush = (reminders: Reminders) => {
  const client = useQueryClient()
  const [support, setSupport] = useState(pushSupport)
  // Who has been to the settings of the browser comes back to this window.
  useEffect(() => {
    const look = (): void => setSupport(pushSupport())
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [])
  const own = useQuery({
    queryKey: ['push-endpoint', reminders.pushKey],
    queryFn: () => findOwnEndpoint(reminders.pushKey),
    enabled: support === 'ready',
  })
  const change = useMutation({
    mutationFn: (isOn: boolean) => switchPush(isOn, reminders),
    onSuccess: (saved) => saved && client.setQueryData(remindersQuery.queryKey, saved),
    onSettled: () => {
      setSupport(pushSupport())
      return own.refetch()
    },
  })
  const { run } = useAction((isWanted: boolean) => change.mutateAsync(isWanted).catch(() => undefined))
  const isOn = typeof own.data === 'string' && reminders.pushEndpoints.includes(own.data)
  return { support, isOn: change.isPending ? change.variables : isOn, change, switchTo: run }
}
