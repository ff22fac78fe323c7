import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { IconButton } from '../../components/button.tsx'
import { Logo } from '../../components/kite.tsx'
import { classNames } from '../../lib/class-names.ts'
import { useHistory } from '../../lib/router.tsx'
import styles from './header.module.css'

type TitledHeaderProps = {
  title: string
  /** Where Back leads when the visit began at this screen. */
  backTo: string
  action?: ReactNode
}

export function TitledHeader({ title, backTo, action }: TitledHeaderProps) {
  const t = useTranslations('common')
  const goBack = useGoBack(backTo)
  return (
    <header className={styles.header}>
      <div className={styles.titled}>
        <IconButton icon="back" label={t('back')} onClick={goBack} />
        <h1 className={styles.title}>{title}</h1>
        {action ?? <span className={styles.balance} />}
      </div>
    </header>
  )
}

/** The logo, and a back button where there is one. For visitors who are not signed in. `width` is the screen's. */
export function SimpleHeader({ backTo, width = 'column' }: { backTo?: string; width?: 'column' | 'wide' }) {
  const t = useTranslations('common')
  const [, navigate] = useLocation()
  return (
    <header className={styles.header}>
      <div className={classNames(styles.simple, width === 'wide' && styles.simpleWide)}>
        {backTo === undefined ? (
          <span className={styles.balance} />
        ) : (
          <IconButton icon="back" label={t('back')} onClick={() => navigate(backTo)} />
        )}
        <Logo />
        <span className={styles.balance} />
      </div>
    </header>
  )
}

/** Goes one step back, or to `fallback` when this screen is the first of the visit. */
export function useGoBack(fallback: string): () => void {
  const [, navigate] = useLocation()
  const { location, navigator } = useHistory()
  return () => (location.key === 'default' ? navigate(fallback, { replace: true }) : navigator.go(-1))
}
