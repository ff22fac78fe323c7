import { useEffect, useRef, type MouseEvent } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Icon } from '../../components/icon.tsx'
import { IconButton } from '../../components/icon-button.tsx'
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

/** The menu of visitors, from the right. The overlay, the close button, Escape and choosing a link close it. */
export const MenuDrawer = () => {
  const t = useTranslations()
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  const closeOnOverlay = (event: MouseEvent<HTMLDialogElement>): void => {
    if (event.target === dialog.current) close()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the keyboard's way, by onCancel
    <dialog
      ref={dialog}
      className={styles.drawer}
      aria-label={t('menu.label')}
      onClick={closeOnOverlay}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
    >
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
