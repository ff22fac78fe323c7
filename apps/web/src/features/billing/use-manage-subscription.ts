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

/** Counts the changes of this page, so that the answer to an earlier one isn't taken for what is true now. */
let changesBegun = 0

/** `begin` a change before it is sent, and `store` its answer. A late one only has the page read again; then it's false. */
const useStoreSubscription = () => {
  const client = useQueryClient()
  const { queryKey } = subscriptionQuery(useLearner().email)
  return {
    begin: (): number => (changesBegun += 1),
    store: (changed: Subscription, turn: number): boolean => {
      if (turn < changesBegun) {
        void client.invalidateQueries({ queryKey })
        return false
      }
      client.setQueryData(queryKey, (list) => list?.map((one) => (one.id === changed.id ? changed : one)))
      return true
    },
  }
}

class MissingSubscriptionId extends Error {}

export function useManageSubscription({ id }: Subscription, onCanceled: () => void) {
  const t = useTranslations('subscription')
  const serverText = useServerText()
  const { begin, store } = useStoreSubscription()
  const reload = useDelayedReload()

  const cancel = useMutation({
    mutationFn: async () => {
      if (id === '') throw new MissingSubscriptionId()
      return call('DELETE /api/subscriptions/{id}', { params: { id } })
    },
    onMutate: begin,
    onSuccess: (changed, _nothing, turn) => {
      store(changed, turn)
      onCanceled()
      reload.start()
    },
  })
  const resume = useMutation({
    mutationFn: () => call('POST /api/subscriptions/{id}/resume', { params: { id } }),
    onMutate: () => {
      reload.stop()
      return begin()
    },
    onSuccess: (changed, _nothing, turn) => {
      store(changed, turn)
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

/** @param date when another plan begins, in words */
export function useChangePlan({ id }: Subscription, date: string, onDone: () => void) {
  const t = useTranslations('subscription')
  const serverText = useServerText()
  const { begin, store } = useStoreSubscription()
  // Stays the same until the change is made, so that a repetition after a lost answer changes nothing more.
  const attempts = useRef(new Map<string, string>())
  const changing = useMutation({
    mutationFn: ({ productId }: { productId: string; isCurrent: boolean }) => {
      const attempt = attempts.current.get(productId) ?? crypto.randomUUID()
      attempts.current.set(productId, attempt)
      return call('POST /api/subscriptions/{id}/plan', { params: { id }, body: { attempt, productId } })
    },
    onMutate: begin,
    onSuccess: ({ state, subscription }, { isCurrent }, turn) => {
      const isNewest = store(subscription, turn)
      onDone()
      if (isNewest)
        toast.success(t(state === 'begun' ? 'changeBegun' : isCurrent ? 'planStays' : 'planChanged', { date }))
    },
  })
  const { run, isBusy } = useAction((productId: string, isCurrent: boolean) =>
    changing.mutateAsync({ productId, isCurrent }).catch(() => undefined),
  )
  return {
    change: (productId: string, isCurrent: boolean) => run(productId, isCurrent),
    isBusy,
    failure: changing.error && serverText(changing.error, t('changePlanFailed')),
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
  const { begin, store } = useStoreSubscription()
  const [, navigate] = useLocation()
  const [search] = useSearchParams()
  const isBack = search.get('card') === 'changed'

  const readAgain = useEffectEvent(async (): Promise<void> => {
    navigate(paths.subscription, { replace: true })
    const turn = begin()
    try {
      store(await call('POST /api/subscriptions/{id}/refresh', { params: { id } }), turn)
      toast.success(t('cardChanged'))
    } catch (error) {
      toast.error(errorText(error))
    }
  })
  useEffect(() => {
    if (isBack) void readAgain()
  }, [isBack])
}
