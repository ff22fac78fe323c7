import * as textLimits from '@kitewise/contract/typed/text-limits'
import type { Withdrawal } from '@kitewise/contract/billing-entities'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Stack } from '../../../components/layout.tsx'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { Field, FieldError } from '../../../components/field.tsx'
import { call } from '../../../lib/api-client.ts'
import { brand } from '../../../lib/brand.ts'
import { useServerText } from '../../../lib/error-text.ts'
import { useLearner } from '../../../lib/session/session.ts'
import { useAction } from '../../../lib/use-action.ts'
import { useDateInSentence } from '../../../lib/use-date-in-sentence.ts'
import { lastDayOf, moneyBackQuery } from '../money-back.ts'
import styles from './subscription.module.css'

export function WithdrawalForm({ withdrawal }: { withdrawal: Withdrawal }) {
  const { email, username } = useLearner()
  // Without a name the username is derived from the address, and no statement is made under that name.
  const isNamed = username !== email && !email.startsWith(`${username}@`)
  const form = useWithdrawal(withdrawal, isNamed ? username : '')
  return form.step === 'write' ? (
    <Statement withdrawal={withdrawal} form={form} email={email} />
  ) : (
    <Confirmation withdrawal={withdrawal} form={form} email={email} />
  )
}

type StepProps = { withdrawal: Withdrawal; form: ReturnType<typeof useWithdrawal>; email: string }

const Statement = ({ withdrawal, form, email }: StepProps) => {
  const t = useTranslations('withdrawal')
  const field = useRef<HTMLFormElement>(null)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!form.goOn()) field.current?.querySelector('input')?.focus()
  }
  const day = useDateInSentence()
  const dates = { contractDate: day(withdrawal.contractAt), until: day(lastDayOf(withdrawal)) }
  return (
    <Stack ref={field} as="form" gap={16} onSubmit={submit} noValidate>
      <p>{t('intro', dates)}</p>
      <Field
        label={t('name')}
        hint={t('email', { email })}
        error={form.isNameMissing ? t('nameMissing') : null}
        value={form.name}
        limit={textLimits.withdrawalName}
        autoComplete="name"
        onChange={(event) => form.setName(event.target.value)}
      />
      <Button type="submit">{t('next')}</Button>
    </Stack>
  )
}

const Confirmation = ({ withdrawal, form, email }: StepProps) => {
  const t = useTranslations('withdrawal')
  const day = useDateInSentence()
  const statement = { ...brand, name: form.name.trim(), email, contractDate: day(withdrawal.contractAt) }
  return (
    <Stack gap={16}>
      <h2 className={styles.check} tabIndex={-1} ref={focusOnce}>
        {t('check')}
      </h2>
      <Card tone="sunken">
        <p className={styles.statement}>{t('statement', statement)}</p>
      </Card>
      <FieldError message={form.failure} />
      <Button variant="danger" isBusy={form.isSending} onClick={form.confirm}>
        {t('confirm')}
      </Button>
      <Button variant="quiet" onClick={form.goBack}>
        {t('change')}
      </Button>
    </Stack>
  )
}

const focusOnce = (heading: HTMLElement | null): void => heading?.focus()

const useWithdrawal = ({ subscriptionId }: Withdrawal, firstName: string) => {
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
