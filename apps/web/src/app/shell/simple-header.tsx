import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Icon } from '../../components/icon.tsx'
import iconButton from '../../components/icon-button.module.css'
import { Logo } from '../../components/logo.tsx'
import styles from './header.module.css'

/** The logo, and a way back where there is one. For visitors who are not signed in. */
export const SimpleHeader = ({ backTo }: { backTo?: string }) => {
  const t = useTranslations('common')
  return (
    <header className={styles.header}>
      <div className={styles.simple}>
        {backTo === undefined ? (
          <span className={styles.balance} />
        ) : (
          <Link to={backTo} className={iconButton.iconButton} aria-label={t('back')} title={t('back')}>
            <Icon name="back" />
          </Link>
        )}
        <Logo />
        <span className={styles.balance} />
      </div>
    </header>
  )
}
