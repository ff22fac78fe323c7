import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Icon } from '../../components/icon.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { useModal } from '../../components/use-modal.ts'
import { useAppSettings } from '../../lib/app-settings.ts'
import { paths } from '../../lib/paths.ts'
import styles from './menu-drawer.module.css'

const entries = [
  { to: paths.terms, label: 'terms' },
  { to: paths.privacy, label: 'privacy' },
  { to: paths.subscriptionTerms, label: 'subscriptionTerms' },
  { to: paths.support, label: 'support' },
] as const

const close = (): void => {
  useAppSettings.setState({ isDrawerMenuOpen: false })
}

/** The menu of visitors, from the right. The overlay, the close button, Escape, Back and choosing a link close it. */
export const MenuDrawer = () => {
  const t = useTranslations()
  const modal = useModal(close)
  return (
    <dialog {...modal} className={styles.drawer} aria-label={t('menu.label')}>
      <div className={styles.frame}>
        <IconButton className={styles.close} icon="close" label={t('common.close')} onClick={close} />
        <nav aria-label={t('menu.label')}>
          <ul className={styles.list}>
            {entries.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={styles.link} onClick={close}>
                  {t(`menu.${label}`)}
                  <Icon name="chevronRight" />
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </dialog>
  )
}
