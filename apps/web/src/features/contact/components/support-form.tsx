import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { ActionBar, Stack } from '../../../components/layout.tsx'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { EmailField, Field, FieldError, Textarea } from '../../../components/field.tsx'
import { brand } from '../../../lib/brand.ts'
import { useAction } from '../../../lib/use-action.ts'
import { type Prefill, supportLengths, type SupportRequest, useSupportRequest } from '../use-support-request.ts'
import styles from './contact.module.css'

export function SupportForm({ prefill }: { prefill: Prefill }) {
  const t = useTranslations('support')
  const form = useRef<HTMLFormElement>(null)
  const { request, change, send, problems, result } = useSupportRequest(prefill)

  const { run: sendOnce } = useAction(() => {
    let isComplete = false
    // The fields must be marked as invalid before the first of them can be found.
    flushSync(() => {
      isComplete = send()
    })
    if (!isComplete) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    sendOnce()
  }
  const field = (name: keyof SupportRequest) => ({
    name,
    value: request[name],
    maxLength: supportLengths[name],
    error: problems[name] ? t(problems[name]) : null,
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  return (
    <Stack ref={form} as="form" gap={20} onSubmit={submit} noValidate>
      <Field {...field('name')} label={t('name')} autoComplete="name" />
      <EmailField {...field('email')} label={t('email')} onChange={(email) => change({ email })} required />
      <Field {...field('concern')} label={t('concern')} hint={t('concernHint')} required />
      <Textarea {...field('details')} className={styles.details} label={t('details')} rows={4} required />
      <FieldError message={result === 'openFailed' ? t('openFailed') : null} />
      <div role="status">{result === 'opened' && <Card tone="good">{t('opened')}</Card>}</div>
      <ActionBar>
        <Button type="submit">{t('submit')}</Button>
      </ActionBar>
      <SupportAddress />
    </Stack>
  )
}

/** The address in plain text, for people without a mail program. */
const SupportAddress = () => {
  const t = useTranslations('support')
  const [result, setResult] = useState<'copied' | 'copyFailed' | null>(null)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(brand.supportEmail)
      setResult('copied')
    } catch {
      setResult('copyFailed')
    }
  }
  return (
    <Card tone="sunken" className={styles.address}>
      <h2 className={styles.supportTitle}>{t('addressTitle')}</h2>
      <p>
        {t('addressText')} <span className={styles.mail}>{brand.supportEmail}</span>
      </p>
      <Button variant="secondary" onClick={() => void copy()}>
        {t('copy')}
      </Button>
      <p role="status">{result !== null && t(result)}</p>
    </Card>
  )
}
