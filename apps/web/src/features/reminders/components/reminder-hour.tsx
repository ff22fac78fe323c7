import type { Reminders } from '@kitewise/contract/reminders'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { FieldError } from '../../../components/field.tsx'
import { Stack } from '../../../components/layout.tsx'
import { Select } from '../../../components/select.tsx'
import { useErrorText } from '../../../lib/error-text.ts'
import { paths } from '../../../lib/paths.ts'
import { remindersQuery, useChangeReminders } from '../api.ts'
import { hourOptions } from '../hour-options.ts'
import styles from './reminders.module.css'

/** The hour alone, for the profile; nothing while it is unknown or too early. How reminders arrive is on their own screen. */
export function ReminderHour() {
  const { data } = useQuery(remindersQuery)
  return data?.isOpen ? <Hour reminders={data} /> : null
}

const linkToReminders = (words: ReactNode) => <Link to={paths.reminders}>{words}</Link>

const Hour = ({ reminders }: { reminders: Reminders }) => {
  const t = useTranslations('preferences')
  const locale = useLocale()
  const errorText = useErrorText()
  const { change } = useChangeReminders()
  const { byMail, hour } = change.isPending ? change.variables : reminders
  const isOff = !byMail && reminders.pushEndpoints.length === 0
  return (
    <Stack gap={8}>
      <Select
        label={t('hour')}
        value={String(hour)}
        options={hourOptions(locale)}
        // Not guarded: of several quick choices the last one wins.
        onChange={({ target }) => change.mutate({ byMail, hour: Number(target.value) })}
      />
      {isOff && <p className={styles.note}>{t.rich('remindersOff', { link: linkToReminders })}</p>}
      <FieldError message={change.error && errorText(change.error, t('failed'))} />
    </Stack>
  )
}
