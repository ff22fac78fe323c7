import { KitePanels } from './kite-panels.tsx'
import styles from './kite-mark.module.css'

/** The mark: a four-panel kite with a short tail. Decorative unless a label is given. */
export const KiteMark = ({ label }: { label?: string }) => (
  <svg
    className={styles.mark}
    viewBox="0 0 32 32"
    focusable="false"
    {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
  >
    <KitePanels />
    <path className={styles.tail} d="M18 24c-1 3-4 1-6 3s-4 3-6 2" />
  </svg>
)
