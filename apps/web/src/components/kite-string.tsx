import { KiteMark } from './kite-mark.tsx'
import styles from './kite-string.module.css'

/** A kite on its string with three bows, across the width it is given. Decorative. */
export const KiteString = () => (
  <div className={styles.scene} aria-hidden="true">
    <svg className={styles.line} viewBox="0 0 320 120" preserveAspectRatio="none" focusable="false">
      <path d="M0 112C70 116 96 84 150 82S226 62 262 40" />
    </svg>
    <span className={styles.bowLow} />
    <span className={styles.bowMiddle} />
    <span className={styles.bowHigh} />
    <span className={styles.kite}>
      <KiteMark />
    </span>
  </div>
)
