import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/api-client.ts'
import { useErrorText, useServerText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toast.ts'
import { leaveFor, useAction } from '../../lib/use-action.ts'
import { useStoreSubscription } from './use-manage-subscription.ts'

/** A page of the embedded provider is one of ours: it is opened on the origin where the learner is signed in. */
const ownPath = (address: string): string | null => {
  const { pathname } = new URL(address, location.href)
  return pathname.startsWith(paths.checkoutCard('')) ? pathname : null
}

/** Opens the payment provider's page for another card. */
export const useCardChange = (id: string) => {
  const t = useTranslations('subscription')
  const serverText = useServerText()
  const navigate = useNavigate()
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

/** After a visit to the provider's page: has the server read the subscription again, and says what came of it. */
export const useCardReturn = (id: string): void => {
  const t = useTranslations('subscription')
  const errorText = useErrorText()
  const store = useStoreSubscription()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const isBack = search.get('card') === 'changed'

  const readAgain = useEffectEvent(async (): Promise<void> => {
    void navigate(paths.subscription, { replace: true })
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
