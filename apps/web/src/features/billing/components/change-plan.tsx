import type { Subscription } from '@kitewise/contract/entities'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { FieldError } from '../../../components/field.tsx'
import { Stack } from '../../../components/layout.tsx'
import { Sheet } from '../../../components/sheet.tsx'
import { Skeleton, SkeletonScreen } from '../../../components/skeleton.tsx'
import { call } from '../../../lib/api-client.ts'
import { useServerText } from '../../../lib/error-text.ts'

/** Another plan from the next payment on: what is paid today, which is nothing, and what later, stands above the button. */
export function ChangePlan({ subscription }: { subscription: Subscription }) {
  const t = useTranslations('subscription')
  const common = useTranslations('common')
  const serverText = useServerText()
  const [isOpen, setOpen] = useState(false)
  const { id } = subscription
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['plan-changes', id],
    // The choice itself loads with what there is to choose, and a failure of either is told the same way.
    queryFn: async ({ signal }) => {
      const [changes, { PlanChangeChoice: Choice }] = await Promise.all([
        call('GET /api/subscriptions/{id}/plans', { params: { id }, signal }),
        import('./plan-change-choice.tsx'),
      ])
      return { changes, Choice }
    },
    enabled: isOpen,
    // The plan may have changed since it was asked for last.
    gcTime: 0,
  })
  const close = (): void => setOpen(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t('changePlan')}
      </Button>
      <Sheet isOpen={isOpen} onClose={close} title={t('changePlanTitle')}>
        {data ? (
          <data.Choice subscription={subscription} changes={data.changes} onClose={close} />
        ) : error ? (
          <Stack gap={12}>
            <FieldError message={serverText(error, t('changePlanLoadFailed'))} />
            <Button variant="secondary" isBusy={isFetching} onClick={() => void refetch()}>
              {common('retry')}
            </Button>
          </Stack>
        ) : (
          <SkeletonScreen label={t('changePlanLoading')}>
            <Skeleton height="4.5rem" shape="card" />
            <Skeleton height="4.5rem" shape="card" />
            <Skeleton height="4.5rem" shape="card" />
          </SkeletonScreen>
        )}
      </Sheet>
    </>
  )
}
