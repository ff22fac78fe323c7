import { useLocale, useTranslations } from 'use-intl'
import { Select } from '../../../components/select.tsx'

type HourSelectProps = { hour: number; timeZone: string; onChange: (hour: number) => void }

/** The hour as people there write it: 19:00, 7:00 PM, 午後7:00. */
const hourName = (hour: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(hour * 3_600_000)

/** What people call a zone, and not the machine's name of it: Eastern European Time, 東ヨーロッパ時間. */
const zoneName = (timeZone: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

export const HourSelect = ({ hour, timeZone, onChange }: HourSelectProps) => {
  const t = useTranslations('reminders')
  const locale = useLocale()
  return (
    <Select
      label={t('hour')}
      hint={t('hourHint', { zone: zoneName(timeZone, locale) })}
      value={String(hour)}
      options={Array.from({ length: 24 }, (_, index) => ({ value: String(index), label: hourName(index, locale) }))}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  )
}
