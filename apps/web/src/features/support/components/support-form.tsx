import { type FormEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { EmailField, Field, FieldError, Textarea } from '../../../components/field.tsx'
import { useAction } from '../../../lib/use-action.ts'
import type { Prefill } from '../support-draft.ts'
import { supportLengths, type SupportRequest } from '../support-request.ts'
import { useSupportRequest } from '../use-support-request.ts'
import { SupportAddress } from './support-address.tsx'
import styles from './support-form.module.css'

/** Writes a mail to the support desk in the visitor's own mail program. */
export const SupportForm = ({ prefill }: { prefill: Prefill }) => {
  const t = useTranslations('support')
  const form = useRef<HTMLFormElement>(null)
  const { request, change, send, problems, result } = useSupportRequest(prefill)

  const { run: sendOnce } = useAction(() => {
    let isComplete = false
    // The fields have to be marked before the first of them can be found.
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
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <Field {...field('name')} label={t('name')} autoComplete="name" />
      <EmailField {...field('email')} label={t('email')} onChange={(email) => change({ email })} required />
      <Field {...field('concern')} label={t('concern')} hint={t('concernHint')} required />
      <Textarea {...field('details')} className={styles.details} label={t('details')} rows={4} required />
      <FieldError message={result === 'openFailed' ? t('openFailed') : null} />
      <div role="status">{result === 'opened' && <Card tone="good">{t('opened')}</Card>}</div>
      <Button type="submit">{t('submit')}</Button>
      <SupportAddress />
    </form>
  )
}
