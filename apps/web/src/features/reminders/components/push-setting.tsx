import type { Reminders } from '@kitewise/contract/reminders'
import { useTranslations } from 'use-intl'
import { FieldError } from '../../../components/field.tsx'
import { Switch } from '../../../components/switch.tsx'
import { brand } from '../../../lib/brand.ts'
import { useErrorText } from '../../../lib/error-text.ts'
import { useBrowserPush } from '../use-browser-push.ts'
import styles from './reminder-settings.module.css'

/** Notifications in this browser, or what stands in the way. The browser asks its own question only after a press here. */
export const PushSetting = ({ reminders }: { reminders: Reminders }) => {
  const t = useTranslations('reminders')
  const errorText = useErrorText()
  const { support, isOn, change, switchTo } = useBrowserPush(reminders)
  if (support !== 'ready')
    return (
      <div className={styles.setting}>
        <p>{t('byPush')}</p>
        <p role="status" className={styles.note}>
          {t(`push.${support}`, brand)}
        </p>
      </div>
    )
  return (
    <div className={styles.setting}>
      <Switch label={t('byPush')} isOn={isOn} isBusy={change.isPending} onChange={(wanted) => switchTo(wanted)} />
      <p className={styles.note}>{t('pushNote')}</p>
      <FieldError message={change.error && errorText(change.error, t('pushFailed'))} />
    </div>
  )
}
