import { useEffect, type ReactNode } from 'react'
import { leaveStaleEntry } from '../../lib/app-history.ts'
import { classNames } from '../../lib/class-names.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import styles from './screen.module.css'

type ScreenProps = {
  /** Names the browser's tab. The visible h1 is the page's own. */
  title: string
  header?: ReactNode
  /** `column` (480 px) for most, `measure` (680 px) for lessons and long reading, `wide` for lists of cards on a laptop. */
  width?: 'column' | 'measure' | 'wide'
  /** A skeleton in the place of a screen whose script is still on its way. */
  isStandIn?: boolean
  children: ReactNode
}

/** One screen: its header and its main content, with gutters and at most the width it needs. */
export const Screen = ({ title, header, width = 'column', isStandIn = false, children }: ScreenProps) => {
  usePageTitle(title)
  useEffect(() => {
    if (!isStandIn) leaveStaleEntry()
  }, [isStandIn])
  return (
    <>
      {header}
      <main id="content" tabIndex={-1} className={classNames(styles.main, styles[width], !header && styles.bare)}>
        {children}
      </main>
    </>
  )
}
