import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { KiteString } from '../../components/kite-string.tsx'
import styles from './login.module.css'

type PinSceneProps = { title: string; email: string; text: string; children: ReactNode }

/** The look of the login page around a step of setting a PIN. */
export const PinScene = ({ title, email, text, children }: PinSceneProps) => {
  const t = useTranslations('setPin')
  return (
    <div className={styles.content}>
      <div className={styles.scene}>
        <KiteString />
      </div>
      <div className={styles.form}>
        <div className={styles.intro}>
          <h1 className={styles.title}>{title}</h1>
          {email !== '' && <p className={styles.text}>{t('forEmail', { email })}</p>}
          <p className={styles.text}>{text}</p>
        </div>
        {children}
      </div>
    </div>
  )
}
