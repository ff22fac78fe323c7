import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { useTranslations } from 'use-intl'
import { classNames } from '../../lib/class-names.ts'
import { BottomBar } from './bottom-bar.tsx'
import { BottomBarSwitch } from './bottom-bar-switch.tsx'
import { ScreenErrorBoundary } from './screen-error-boundary.tsx'
import { ScreenSkeleton } from './screen-skeleton.tsx'
import { useBottomBar } from './use-bottom-bar.ts'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'
import styles from './shell.module.css'

/** What stands around every screen: skip link, bottom bar (a rail on wide screens), focus and scroll after navigation. */
export const Shell = () => (
  <BottomBarSwitch>
    <Frame />
  </BottomBarSwitch>
)

const Frame = () => {
  const t = useTranslations('common')
  const hasBottomBar = useBottomBar()
  useFocusOnNavigation()
  return (
    <div className={classNames(styles.shell, hasBottomBar && styles.withBar)}>
      <a className={styles.skip} href="#content">
        {t('skipToContent')}
      </a>
      {hasBottomBar && <BottomBar />}
      <div className={styles.screen}>
        <ScreenErrorBoundary>
          <Suspense fallback={<ScreenSkeleton />}>
            <Outlet />
          </Suspense>
        </ScreenErrorBoundary>
      </div>
    </div>
  )
}
