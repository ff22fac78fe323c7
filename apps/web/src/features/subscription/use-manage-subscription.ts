import type { Subscription } from '@kitewise/contract/entities'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/api-client.ts'
import { useServerText } from '../../lib/error-text.ts'
import { subscriptionQuery } from '../../lib/queries.ts'
import { useLearner } from '../../lib/session/session.ts'
import { toast } from '../../lib/toast.ts'
import { useAction } from '../../lib/use-action.ts'
import { useDelayedReload } from './use-delayed-reload.ts'

/** Puts the server's word on one subscription in the place of what is shown. */
export const useStoreSubscription = (): ((changed: Subscription) => void) => {
  const client = useQueryClient()
  const { queryKey } = subscriptionQuery(useLearner().email)
  return (changed) =>
    client.setQueryData(queryKey, (list) => list?.map((one) => (one.id === changed.id ? changed : one)))
}

class MissingSubscriptionId extends Error {}

/** Ends a subscription with its period, and takes that back. */
export const useManageSubscription = ({ id }: Subscription, onCanceled: () => void) => {
  const t = useTranslations('subscription')
  const serverText = useServerText()
  const store = useStoreSubscription()
  const reload = useDelayedReload()

  const cancel = useMutation({
    mutationFn: async () => {
      if (id === '') throw new MissingSubscriptionId()
      return call('DELETE /api/subscriptions/{id}', { params: { id } })
    },
    onSuccess: (changed) => {
      store(changed)
      onCanceled()
      toast.successPreset('subscriptionCanceled')
      reload.start()
    },
  })
  const resume = useMutation({
    mutationFn: () => call('POST /api/subscriptions/{id}/resume', { params: { id } }),
    onMutate: reload.stop,
    onSuccess: (changed) => {
      store(changed)
      toast.success(t('resumed'))
    },
  })
  const cancelOnce = useAction(() => cancel.mutateAsync().catch(() => undefined))
  const resumeOnce = useAction(() => resume.mutateAsync().catch(() => undefined))
  const textOf = (error: Error): string =>
    error instanceof MissingSubscriptionId ? t('missingId') : serverText(error, t('cancelFailed'))
  return {
    cancel: () => cancelOnce.run(),
    isCanceling: cancelOnce.isBusy,
    cancelFailure: cancel.error && textOf(cancel.error),
    /** Forgets the last failure, when the question is asked anew. */
    forgetFailure: cancel.reset,
    resume: () => resumeOnce.run(),
    isResuming: resumeOnce.isBusy,
    resumeFailure: resume.error && serverText(resume.error, t('resumeFailed')),
  }
}
