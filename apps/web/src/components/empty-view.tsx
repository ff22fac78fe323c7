import type { ReactNode } from 'react'
import { KiteMark } from './kite-mark.tsx'
import styles from './message-view.module.css'

type EmptyViewProps = {
  title: string
  message?: string
  action?: ReactNode
  headingLevel?: 'h1' | 'h2'
  /** It takes the place of what was just pressed, and so the focus. */
  takesFocus?: boolean
}

const focusOnce = (heading: HTMLElement | null): void => heading?.focus()

/** What will be here, and one thing to do meanwhile. */
export const EmptyView = ({
  title,
  message,
  action,
  headingLevel: Heading = 'h2',
  takesFocus = false,
}: EmptyViewProps) => (
  <div className={styles.view}>
    <span className={styles.mark}>
      <KiteMark />
    </span>
    <Heading className={styles.title} {...(takesFocus && { ref: focusOnce, tabIndex: -1 })}>
      {title}
    </Heading>
    {message !== undefined && <p className={styles.text}>{message}</p>}
    {action !== undefined && <div className={styles.actions}>{action}</div>}
  </div>
)
