import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../components/icon-button.tsx'
import { useGoBack } from './use-go-back.ts'
import styles from './header.module.css'

type TitledHeaderProps = {
  title: string
  /** Where back leads when the visitor came straight to this screen. */
  backTo: string
  /** One icon button on the right. */
  action?: ReactNode
}

/** Back, the screen's h1, and at most one more button. */
export const TitledHeader = ({ title, backTo, action }: TitledHeaderProps) => {
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
