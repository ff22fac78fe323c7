import type { Reminders } from '@kitewise/contract/reminders'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { FieldError } from '../../../components/field.tsx'
import { Switch } from '../../../components/switch.tsx'
import { useErrorText } from '../../../lib/error-text.ts'
import { useLearner } from '../../../lib/session/session.ts'
import { useChangeReminders } from '../use-change-reminders.ts'
import { HourSelect } from './hour-select.tsx'
import { PushSetting } from './push-setting.tsx'
import styles from './reminder-settings.module.css'

/** The hour and the ways. Everything is in force at once; there is nothing to save. */
export const ReminderSettings = ({ reminders }: { reminders: Reminders }) => {
  const t = useTranslations('reminders')
  const errorText = useErrorText()
  const { email } = useLearner()
  const { change, save } = useChangeReminders()
  const { byMail, hour } = change.isPending ? change.variables : reminders
  return (
    <div className={styles.settings}>
      <p className={styles.intro}>{t('intro')}</p>
      {reminders.isQuiet && (
        <Card tone="sunken" className={styles.setting}>
          <p>{t('quiet')}</p>
          <Button variant="secondary" width="fit" isBusy={change.isPending} onClick={() => save({ byMail, hour })}>
            {t('wake')}
          </Button>
        </Card>
      )}
      <Card className={styles.settings}>
        <HourSelect
          hour={hour}
          timeZone={reminders.timeZone}
          // Not guarded: of several hours chosen quickly the last one counts.
          onChange={(wanted) => change.mutate({ byMail, hour: wanted })}
        />
        <div className={styles.setting}>
          <Switch
            label={t('byMail')}
            isOn={byMail}
            isBusy={change.isPending}
            onChange={(wanted) => save({ byMail: wanted, hour })}
          />
          <p className={styles.note}>{t('mailNote', { email })}</p>
        </div>
        <PushSetting reminders={reminders} />
        <p role="status" className={styles.note}>
          {change.isSuccess && t('saved')}
        </p>
        <FieldError message={change.error && errorText(change.error, t('failed'))} />
      </Card>
      <p className={styles.note}>{t('patience')}</p>
    </div>
  )
}
