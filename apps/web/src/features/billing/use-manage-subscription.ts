import type { Subscription } from '@kitewise/contract/entities'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation, useSearchParams } from 'wouter'
import { call } from '../../lib/api-client.ts'
import { useErrorText, useServerText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { subscriptionQuery } from '../../lib/queries.ts'
import { useLearner } from '../../lib/session/session.ts'
import { toast } from '../../lib/toast.ts'
import { leaveFor, useAction } from '../../lib/use-action.ts'

const useStoreSubscription = (): ((changed: Subscription) => void) => {
  const client = useQueryClient()
  const { queryKey } = subscriptionQuery(useLearner().email)
  return (changed) =>
    client.setQueryData(queryKey, (list) => list?.map((one) => (one.id === changed.id ? changed : one)))
}

class MissingSubscriptionId extends Error {}

export function useManageSubscription({ id }: Subscription, onCanceled: () => void) {
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
    /** Clears the last failure when the question is asked again. */
    forgetFailure: cancel.reset,
    resume: () => resumeOnce.run(),
    isResuming: resumeOnce.isBusy,
    resumeFailure: resume.error && serverText(resume.error, t('resumeFailed')),
  }
}

/** The page reloads this long after a cancellation (docs/product.md). */
const reloadDelayMs = 2000

export function useDelayedReload() {
  const timer = useRef<number>(undefined)
  const stop = (): void => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  const start = (): void => {
    stop()
    timer.current = window.setTimeout(() => location.reload(), reloadDelayMs)
  }
  return { start, stop }
}

/** The embedded provider's pages are ours: they open on the origin where the learner is signed in. */
const ownPath = (address: string): string | null => {
  const { pathname } = new URL(address, location.href)
  return pathname.startsWith(paths.checkoutCard('')) ? pathname : null
}

export function useCardChange(id: string) {
  const t = useTranslations('subscription')
  const serverText = useServerText()
  const [, navigate] = useLocation()
  const opening = useMutation({
    mutationFn: () => call('POST /api/subscriptions/{id}/payment-method', { params: { id } }),
    onSuccess: ({ url }) => {
      const path = ownPath(url)
      return path === null ? leaveFor(url) : navigate(path)
    },
  })
  const { run, isBusy } = useAction(() => opening.mutateAsync().catch(() => undefined))
  return {
    open: () => run(),
    isOpening: isBusy,
    failure: opening.error && serverText(opening.error, t('changeCardFailed')),
  }
}

export function useCardReturn(id: string): void {
  const t = useTranslations('subscription')
  const errorText = useErrorText()
  const store = useStoreSubscription()
  const [, navigate] = useLocation()
  const [search] = useSearchParams()
  const isBack = search.get('card') === 'changed'

  const readAgain = useEffectEvent(async (): Promise<void> => {
    navigate(paths.subscription, { replace: true })
    try {
      store(await call('POST /api/subscriptions/{id}/refresh', { params: { id } }))
      toast.success(t('cardChanged'))
    } catch (error) {
      toast.error(errorText(error))
    }
  })
  useEffect(() => {
    if (isBack) void readAgain()
  }, [isBack])
}
