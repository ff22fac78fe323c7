import { supportTopics } from '@kitewise/contract/choices'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { ActionBar, Stack } from '../../../components/layout.tsx'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { EmailField, Field, FieldError, Textarea } from '../../../components/field.tsx'
import { Select } from '../../../components/select.tsx'
import { ApiError } from '../../../lib/api-client.ts'
import { brand } from '../../../lib/brand.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { useTooManyText } from '../../../lib/error-text.ts'
import { type Prefill, supportLengths, type SupportRequest, useSupportRequest } from '../use-support-request.ts'
import styles from './contact.module.css'

export function SupportForm({ prefill }: { prefill: Prefill }) {
  const t = useTranslations('support')
  const form = useRef<HTMLFormElement>(null)
  const failureText = useFailureText()
  const { request, change, check, send, isBusy, openMail, problems, result } = useSupportRequest(prefill)

  const ifComplete = (act: () => void): void => {
    let isComplete = false
    // The fields must be marked as invalid before the first of them can be found.
    flushSync(() => {
      isComplete = check()
    })
    if (isComplete) act()
    else form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isBusy) ifComplete(send)
  }
  const field = (name: Exclude<keyof SupportRequest, 'topic'>) => ({
    name,
    value: request[name],
    limit: supportLengths[name],
    error: problems[name] ? t(problems[name]) : null,
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  return (
    <Stack ref={form} as="form" gap={20} onSubmit={submit} noValidate>
      <Field {...field('name')} label={t('name')} autoComplete="name" />
      <EmailField {...field('email')} label={t('email')} onChange={(email) => change({ email })} required />
      <Select
        label={t('topic')}
        name="topic"
        value={request.topic}
        options={supportTopics.map((topic) => ({ value: topic, label: t('topics', { topic }) }))}
        onChange={(event) =>
          change({ topic: supportTopics.find((topic) => topic === event.target.value) ?? 'question' })
        }
      />
      <Field {...field('concern')} label={t('concern')} hint={t('concernHint')} required />
      <Textarea {...field('details')} className={styles.details} label={t('details')} rows={4} required />
      <FieldError message={result?.kind === 'failed' ? failureText(result.error) : null} />
      <div role="status">
        {result?.kind === 'sent' && <Card tone="good">{t('sent', { email: result.email })}</Card>}
      </div>
      <ActionBar>
        <Button type="submit" isBusy={isBusy}>
          {t('submit')}
        </Button>
      </ActionBar>
      <SupportAddress onOpen={() => ifComplete(openMail)} opening={result?.kind ?? null} />
    </Stack>
  )
}

const useFailureText = () => {
  const t = useTranslations('support')
  const tooManyText = useTooManyText()
  return (error: unknown): string => {
    if (!(error instanceof ApiError)) return t('failed')
    if (error.code === 'invalid_email') return t('emailInvalid')
    return error.status === 429 ? tooManyText(error.retryAfterSeconds) : t('failed')
  }
}

/** The other way: the visitor's own mail program, or the address in plain text. */
const SupportAddress = ({ onOpen, opening }: { onOpen: () => void; opening: string | null }) => {
  const t = useTranslations('support')
  const [result, setResult] = useState<'copied' | 'copyFailed' | null>(null)
  const shown = useRef<HTMLSpanElement>(null)
  const copy = async (): Promise<void> => {
    setResult((await copyText(brand.supportEmail, shown.current)) ? 'copied' : 'copyFailed')
  }
  return (
    <Card tone="sunken" className={styles.address}>
      <h2 className={styles.supportTitle}>{t('addressTitle')}</h2>
      <p>
        {t('addressText')}{' '}
        <span ref={shown} className={styles.mail} translate="no">
          {brand.supportEmail}
        </span>
      </p>
      <Button variant="secondary" onClick={onOpen}>
        {t('mail')}
      </Button>
      <FieldError message={opening === 'openFailed' ? t('openFailed') : null} />
      <p role="status">{opening === 'opened' && t('opened')}</p>
      <Button variant="quiet" onClick={() => void copy()}>
        {t('copy')}
      </Button>
      <p role="status">{result !== null && t(result)}</p>
    </Card>
  )
}
