import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { classNames } from '../../lib/class-names.ts'
import { useHistory } from '../../lib/router.tsx'
import { BottomBar } from '../screens.ts'
import { BottomBarSwitch, useBottomBar } from './bottom-bar-switch.tsx'
import { ScreenErrorBoundary, ScreenSkeleton } from './screen.tsx'
import styles from './shell.module.css'

/** The frame of every screen: skip link, bottom bar (a rail on wide screens), focus and scroll after navigation. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <BottomBarSwitch>
      <Frame>{children}</Frame>
    </BottomBarSwitch>
  )
}

const Frame = ({ children }: { children: ReactNode }) => {
  const t = useTranslations('common')
  const hasBottomBar = useBottomBar()
  useFocusOnNavigation()
  useFocusInView()
  return (
    <div className={classNames(styles.shell, hasBottomBar && styles.withBar)}>
      <a className={styles.skip} href="#content">
        {t('skipToContent')}
      </a>
      <Suspense>{hasBottomBar && <BottomBar />}</Suspense>
      <div className={styles.screen}>
        <ScreenErrorBoundary>
          <Suspense fallback={<ScreenSkeleton />}>{children}</Suspense>
        </ScreenErrorBoundary>
      </div>
    </div>
  )
}

/** It comes with the first key, because a screen without a keyboard needs nothing of it. */
const useFocusInView = (): void => {
  useEffect(() => {
    let stop: (() => void) | undefined
    let isOver = false
    const load = (): void => {
      void import('../../lib/focus-in-view.ts')
        .then(({ keepFocusInView }) => (isOver ? undefined : keepFocusInView()))
        .then(
          (stopThis) => (stop = stopThis),
          () => undefined,
        )
    }
    addEventListener('keydown', load, { once: true })
    return () => {
      isOver = true
      removeEventListener('keydown', load)
      stop?.()
    }
  }, [])
}

const waitForHeadingMs = 5_000

/** While a screen loads, React keeps the previous one hidden, and a hidden element takes no focus. */
const focusHeading = (): boolean => {
  const focused = document.activeElement
  if (focused?.closest('main') && focused.id !== 'content' && focused.getClientRects().length > 0) return true
  for (const heading of document.querySelectorAll<HTMLElement>('main h1, header h1')) {
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    if (document.activeElement === heading) return true
  }
  return false
}

/**
 * After a navigation, waits for the heading and focuses it, so that a screen reader announces the screen. Not on the first
 * screen, where the browser does it, and not when the screen has set the focus itself.
 */
const useFocusOnNavigation = (): void => {
  const [pathname] = useLocation()
  const { action } = useHistory()
  const lastPathname = useRef(pathname)

  useEffect(() => {
    if (lastPathname.current === pathname) return undefined
    lastPathname.current = pathname
    if (action !== 'POP') window.scrollTo(0, 0)
    if (focusHeading()) return undefined
    const observer = new MutationObserver(() => focusHeading() && observer.disconnect())
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style'] })
    const timer = setTimeout(() => observer.disconnect(), waitForHeadingMs)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [pathname, action])
}
