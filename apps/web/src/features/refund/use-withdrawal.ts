import type { Withdrawal } from '@kitewise/contract/refund-entities'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/api-client.ts'
import { useServerText } from '../../lib/error-text.ts'
import { useAction } from '../../lib/use-action.ts'
import { moneyBackQuery } from './money-back.ts'

/** A withdrawal in two steps: write the statement, then confirm it. */
export const useWithdrawal = ({ subscriptionId }: Withdrawal, firstName: string) => {
  const t = useTranslations('withdrawal')
  const serverText = useServerText()
  const client = useQueryClient()
  const [name, setName] = useState(firstName)
  const [step, setStep] = useState<'write' | 'confirm'>('write')
  const [isNameMissing, setNameMissing] = useState(false)
  const sending = useMutation({
    mutationFn: () => call('POST /api/user-subscription/withdraw', { body: { subscriptionId, name: name.trim() } }),
    onSuccess: (withdrawal) =>
      client.setQueryData(moneyBackQuery.queryKey, (known) => known && { ...known, withdrawal }),
  })
  const { run, isBusy } = useAction(() => sending.mutateAsync().catch(() => undefined))
  const goOn = (): boolean => {
    const isMissing = name.trim() === ''
    setNameMissing(isMissing)
    if (!isMissing) setStep('confirm')
    return !isMissing
  }
  return {
    name,
    setName: (text: string): void => {
      setName(text)
      setNameMissing(false)
    },
    isNameMissing,
    step,
    goOn,
    goBack: (): void => setStep('write'),
    confirm: () => run(),
    isSending: isBusy,
    failure: sending.error && serverText(sending.error, t('failed')),
  }
}
