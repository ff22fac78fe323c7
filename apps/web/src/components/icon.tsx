import { iconPaths, type IconName } from './icon-paths.ts'
import styles from './icon.module.css'

/** A drawing beside words: hidden from screen readers, so its meaning must also stand in text. */
export const Icon = ({ name, isFilled = false }: { name: IconName; isFilled?: boolean }) => (
  <svg className={isFilled ? styles.filled : styles.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={iconPaths[name]} />
  </svg>
)
