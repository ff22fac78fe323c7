import { parseQuizPath, quizBackPath } from '@kitewise/rules/quiz-path'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Link, useLocation } from 'wouter'
import { create } from 'zustand'
import { IconButton } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { KiteMark, Logo } from '../../components/kite.tsx'
import { useModal } from '../../components/sheet.tsx'
import { brand } from '../../lib/brand.ts'
import { classNames } from '../../lib/class-names.ts'
import { paths } from '../../lib/paths.ts'
import { storedState } from '../../lib/stored-value.ts'
import styles from './header.module.css'
import { useGoBack } from './headers.tsx'

type QuizHeaderProps = {
  isFirstStep?: boolean
  /** Where Back leads when the visit began at this screen. */
  backTo?: string
}

/** The first step has the full logo and no back button, the others only the mark. Hidden while the drawer is open. */
export function QuizHeader({ isFirstStep = false, backTo = paths.quizStart }: QuizHeaderProps) {
  const t = useTranslations()
  const isDrawerOpen = useAppSettings((settings) => settings.isDrawerMenuOpen)
  const { back, isLocked } = useQuizBack(backTo)
  const menuButton = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    const button = menuButton.current
    // Hiding the header took the focus from the button, so the dialog cannot restore it.
    return isDrawerOpen ? () => button?.focus() : undefined
  }, [isDrawerOpen])

  return (
    <>
      <header className={classNames(styles.header, isDrawerOpen && styles.away)}>
        <div className={classNames(styles.simple, styles.simpleWide)}>
          {isFirstStep ? (
            <span className={styles.balance} />
          ) : (
            <IconButton icon="back" label={t('common.back')} onClick={back} disabled={isLocked} />
          )}
          {isFirstStep ? <Logo /> : <KiteMark label={brand.brand} />}
          <IconButton
            ref={menuButton}
            icon="menu"
            label={t('menu.open')}
            aria-haspopup="dialog"
            onClick={() => useAppSettings.setState({ isDrawerMenuOpen: true })}
          />
        </div>
      </header>
      {isDrawerOpen && <MenuDrawer />}
    </>
  )
}

const menuEntries = [
  { to: paths.terms, label: 'terms' },
  { to: paths.privacy, label: 'privacy' },
  { to: paths.subscriptionTerms, label: 'subscriptionTerms' },
  { to: paths.support, label: 'support' },
] as const

const closeMenu = (): void => {
  useAppSettings.setState({ isDrawerMenuOpen: false })
}

const MenuDrawer = () => {
  const t = useTranslations()
  const modal = useModal(closeMenu)
  return (
    <dialog {...modal} className={styles.drawer} aria-label={t('menu.label')}>
      <div className={styles.drawerFrame}>
        <IconButton className={styles.close} icon="close" label={t('common.close')} onClick={closeMenu} />
        <nav aria-label={t('menu.label')}>
          <ul className={styles.menuList}>
            {menuEntries.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={styles.menuLink} onClick={closeMenu}>
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

/** How long Back stays locked (docs/product.md). */
const lockMs = 800

/** Outlives the header, which is remounted when Back leads to another kind of screen. */
const useLock = create<{ isLocked: boolean }>()(() => ({ isLocked: false }))

const lock = (): void => {
  useLock.setState({ isLocked: true })
  setTimeout(() => useLock.setState({ isLocked: false }), lockMs)
}

/** @param fallback where Back leads when the visit began at this screen */
const useQuizBack = (fallback: string) => {
  const [pathname, navigate] = useLocation()
  const goBack = useGoBack(fallback)
  const { isLocked } = useLock()
  const place = parseQuizPath(pathname)
  const back = (): void => {
    lock()
    if (place) navigate(quizBackPath(place))
    else goBack()
  }
  return { back, isLocked }
}

type AppSettings = { isDrawerMenuOpen: boolean }

const stored = storedState<AppSettings>('app-storage', 1)

/** Settings of this browser. Name and version of the storage are fixed (docs/product.md). */
export const useAppSettings = create<AppSettings>()(() => ({ isDrawerMenuOpen: false, ...stored.read() }))
useAppSettings.subscribe(stored.write)
