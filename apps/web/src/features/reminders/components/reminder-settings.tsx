import type { Reminders } from '@kitewise/contract/reminders'
import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { Stack } from '../../../components/layout.tsx'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { FieldError } from '../../../components/field.tsx'
import { TiedKite } from '../../../components/kite-tied.tsx'
import { EmptyView, ErrorView } from '../../../components/message-view.tsx'
import { Select } from '../../../components/select.tsx'
import { Skeleton, SkeletonScreen } from '../../../components/skeleton.tsx'
import { Switch } from '../../../components/switch.tsx'
import { brand } from '../../../lib/brand.ts'
import { knownTimeZone } from '../../../lib/browser-locale.ts'
import { useErrorText } from '../../../lib/error-text.ts'
import { paths } from '../../../lib/paths.ts'
import { useLearner } from '../../../lib/session/session.ts'
import { OwnersOwn } from '../../../components/owners-own.tsx'
import { remindersQuery, useChangeReminders } from '../api.ts'
import { hourOptions } from '../hour-options.ts'
import { useBrowserPush } from '../browser-push.ts'
import { CalendarSettings } from './calendar-settings.tsx'
import styles from './reminders.module.css'

export function LoadReminders() {
  const t = useTranslations('reminders')
  const errorText = useErrorText()
  const { data, error, refetch, isFetching } = useQuery(remindersQuery)
  if (data?.isOpen) return <ReminderSettings reminders={data} />
  if (data)
    return (
      <EmptyView
        kite={<TiedKite />}
        title={t('tooEarlyTitle')}
        message={t('tooEarly')}
        action={<ButtonLink to={paths.dashboard}>{t('toLesson')}</ButtonLink>}
      />
    )
  if (error)
    return (
      <ErrorView
        message={errorText(error, t('loadFailed'))}
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  return (
    <SkeletonScreen>
      <Skeleton height="3rem" />
      <Skeleton shape="card" height="18rem" />
    </SkeletonScreen>
  )
}

/** The hour and the channels. Every change takes effect at once; there is no save button. */
const ReminderSettings = ({ reminders }: { reminders: Reminders }) => {
  const t = useTranslations('reminders')
  const errorText = useErrorText()
  const { email } = useLearner()
  const { change, save } = useChangeReminders()
  const { byMail, hour } = change.isPending ? change.variables : reminders
  return (
    <Stack gap={20}>
      <p className={styles.intro}>{t('intro')}</p>
      {reminders.isQuiet && (
        <Card tone="sunken" gap={8}>
          <p>{t('quiet')}</p>
          <Button variant="secondary" width="fit" isBusy={change.isPending} onClick={() => save({ byMail, hour })}>
            {t('wake')}
          </Button>
        </Card>
      )}
      <Card gap={20}>
        <HourSelect
          hour={hour}
          timeZone={reminders.timeZone}
          // Not guarded: of several quick choices the last one wins.
          onChange={(wanted) => change.mutate({ byMail, hour: wanted })}
        />
        <Stack gap={8}>
          <Switch
            label={t('byMail')}
            isOn={byMail}
            isBusy={change.isPending}
            onChange={(wanted) => save({ byMail: wanted, hour })}
          />
          <p className={styles.note}>{t('mailNote', { email })}</p>
        </Stack>
        <PushSetting reminders={reminders} />
        <p role="status" className={styles.note}>
          {change.isSuccess && t('saved')}
        </p>
        <FieldError message={change.error && errorText(change.error, t('failed'))} />
      </Card>
      <p className={styles.note}>{t('patience')}</p>
      <OwnersOwn>
        <CalendarSettings />
      </OwnersOwn>
    </Stack>
  )
}

type HourSelectProps = { hour: number; timeZone: string; onChange: (hour: number) => void }

/** The common name of a zone instead of its IANA name: Eastern European Time, 東ヨーロッパ時間. */
const zoneName = (timeZone: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone: knownTimeZone(timeZone), timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

const HourSelect = ({ hour, timeZone, onChange }: HourSelectProps) => {
  const t = useTranslations('reminders')
  const locale = useLocale()
  return (
    <Select
      label={t('hour')}
      hint={t('hourHint', { zone: zoneName(timeZone, locale) })}
      value={String(hour)}
      options={hourOptions(locale)}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  )
}

/** The browser's own prompt appears only after a press here. */
const PushSetting = ({ reminders }: { reminders: Reminders }) => {
  const t = useTranslations('reminders')
  const errorText = useErrorText()
  const { support, isOn, change, switchTo } = useBrowserPush(reminders)
  if (support !== 'ready')
    return (
      <Stack gap={8}>
        <p>{t('byPush')}</p>
        <p role="status" className={styles.note}>
          {t(`push.${support}`, brand)}
        </p>
      </Stack>
    )
  return (
    <Stack gap={8}>
      <Switch label={t('byPush')} isOn={isOn} isBusy={change.isPending} onChange={(wanted) => switchTo(wanted)} />
      <p className={styles.note}>{t('pushNote')}</p>
      <FieldError message={change.error && errorText(change.error, t('pushFailed'))} />
    </Stack>
  )
}
