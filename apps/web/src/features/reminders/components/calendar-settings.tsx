import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { Field, FieldError } from '../../../components/field.tsx'
import { Stack } from '../../../components/layout.tsx'
import { call } from '../../../lib/api-client.ts'
import { useErrorText } from '../../../lib/error-text.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { toast } from '../../../lib/toast.ts'
import { useAction } from '../../../lib/use-action.ts'
import { calendarQuery } from '../api.ts'
import styles from './reminders.module.css'

/** The learner's days for their own calendar. The address is shown only once; the server knows nothing but its hash. */
export function CalendarSettings() {
  const t = useTranslations('reminders.calendar')
  const { data, error: unread } = useQuery(calendarQuery)
  const { address, error, create, revoke, download } = useCalendarFeed()
  const errorText = useErrorText()
  if (!data) return <FieldError message={unread && errorText(unread, t('failed'))} />
  const hasFeed = data.createdAt !== null
  return (
    <Card gap={20}>
      <Stack gap={8}>
        <h2 className={styles.title}>{t('title')}</h2>
        <p className={styles.text}>{t('text')}</p>
      </Stack>
      {address !== null && <NewAddress address={address} />}
      {address === null && data.createdAt !== null && <Since at={data.createdAt} />}
      <Stack gap={8}>
        <Button variant="secondary" width="fit" isBusy={create.isBusy} onClick={() => create.run()}>
          {t(hasFeed ? 'renew' : 'create')}
        </Button>
        {hasFeed && <p className={styles.note}>{t('renewNote')}</p>}
        {hasFeed && (
          <Button variant="secondary" width="fit" isBusy={revoke.isBusy} onClick={() => revoke.run()}>
            {t('revoke')}
          </Button>
        )}
        <Button variant="secondary" width="fit" isBusy={download.isBusy} onClick={() => download.run()}>
          {t('download')}
        </Button>
        <p className={styles.note}>{t('downloadNote')}</p>
      </Stack>
      <FieldError message={error === null ? null : errorText(error, t('failed'))} />
    </Card>
  )
}

const useCalendarFeed = () => {
  const t = useTranslations('reminders.calendar')
  const client = useQueryClient()
  const [address, setAddress] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setError(null)
    await work().catch(setError)
  }
  const create = useAction(() =>
    attempt(async () => {
      const { address: made, createdAt } = await call('POST /api/product-user/calendar', {})
      setAddress(made)
      client.setQueryData(calendarQuery.queryKey, { createdAt })
    }),
  )
  const revoke = useAction(() =>
    attempt(async () => {
      client.setQueryData(calendarQuery.queryKey, await call('DELETE /api/product-user/calendar', {}))
      setAddress(null)
      toast.success(t('revoked'))
    }),
  )
  const download = useAction(() =>
    attempt(async () => {
      const { file } = await call('GET /api/product-user/calendar/file', {})
      saveFile('kitewise.ics', file, 'text/calendar')
    }),
  )
  return { address, error, create, revoke, download }
}

const NewAddress = ({ address }: { address: string }) => {
  const t = useTranslations('reminders.calendar')
  const shown = useRef<HTMLInputElement>(null)
  const { run: copy } = useAction(async () => {
    if (await copyText(address, shown.current)) toast.success(t('copied'))
    else toast.error(t('copyFailed'))
  })
  return (
    <Stack gap={12}>
      <Field
        ref={shown}
        label={t('address')}
        hint={t('once')}
        value={address}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button width="fit" onClick={() => copy()}>
        {t('copy')}
      </Button>
      <a className={styles.link} href={address.replace(/^https?:/, 'webcal:')}>
        {t('open')}
      </a>
    </Stack>
  )
}

const Since = ({ at }: { at: string }) => {
  const t = useTranslations('reminders.calendar')
  const date = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'long' }).format(new Date(at))
  return <p>{t('since', { date })}</p>
}
