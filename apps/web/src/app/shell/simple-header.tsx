import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../components/icon-button.tsx'
import { Logo } from '../../components/logo.tsx'
import styles from './header.module.css'

/** The logo, and a way back where there is one. For visitors who are not signed in. */
export const SimpleHeader = ({ backTo }: { backTo?: string }) => {
  const t = useTranslations('common')
  const navigate = useNavigate()
  return (
    <header className={styles.header}>
      <div className={styles.simple}>
        {backTo === undefined ? (
          <span className={styles.balance} />
        ) : (
          <IconButton icon="back" label={t('back')} onClick={() => void navigate(backTo)} />
        )}
        <Logo />
        <span className={styles.balance} />
      </div>
    </header>
  )
}
