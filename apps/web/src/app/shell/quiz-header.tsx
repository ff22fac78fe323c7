import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../components/icon-button.tsx'
import { KiteMark } from '../../components/kite-mark.tsx'
import { Logo } from '../../components/logo.tsx'
import { useAppSettings } from '../../lib/app-settings.ts'
import { brand } from '../../lib/brand.ts'
import { classNames } from '../../lib/class-names.ts'
import { paths } from '../../lib/paths.ts'
import { MenuDrawer } from './menu-drawer.tsx'
import { useQuizBack } from './use-quiz-back.ts'
import styles from './header.module.css'

type QuizHeaderProps = {
  isFirstStep?: boolean
  /** Where back leads when the visit began at this screen. */
  backTo?: string
}

/**
 * Back, logo and menu, from the quiz to the offer. The first step has the full logo and no way back, the others the mark alone.
 * Not seen while the drawer is open.
 */
export const QuizHeader = ({ isFirstStep = false, backTo = paths.quizStart }: QuizHeaderProps) => {
  const t = useTranslations()
  const isDrawerOpen = useAppSettings((settings) => settings.isDrawerMenuOpen)
  const { back, isLocked } = useQuizBack(backTo)
  const menuButton = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    const button = menuButton.current
    // Hiding the header took the focus from the button, so the dialog cannot give it back.
    return isDrawerOpen ? () => button?.focus() : undefined
  }, [isDrawerOpen])

  return (
    <>
      <header className={classNames(styles.header, isDrawerOpen && styles.away)}>
        <div className={styles.simple}>
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
