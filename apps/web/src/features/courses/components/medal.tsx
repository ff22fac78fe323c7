import { classNames } from '../../../lib/class-names.ts'
import styles from './medal.module.css'

/** The medal of a course: an outline until it is earned, then filled. */
export const Medal = ({ isEarned, label }: { isEarned: boolean; label: string }) => (
  <svg
    className={classNames(styles.medal, isEarned && styles.earned)}
    viewBox="0 0 32 32"
    role="img"
    aria-label={label}
    data-earned={isEarned}
  >
    <path className={styles.ribbon} d="M11 18 8 30l8-4 8 4-3-12z" />
    <circle className={styles.disc} cx="16" cy="12" r="10" />
    <path className={styles.star} d="m16 6.5 1.7 3.5 3.8.5-2.8 2.7.7 3.8-3.4-1.8-3.4 1.8.7-3.8-2.8-2.7 3.8-.5z" />
  </svg>
)
