import { KitePanels } from './kite-panels.tsx'
import styles from './kite-string.module.css'

/** Where a bow sits on the string, how it is turned, and its colour. */
const bows = [
  { at: 'translate(58 121) rotate(-6)', className: styles.sun },
  { at: 'translate(128 100) rotate(-14)', className: styles.tail },
  { at: 'translate(196 95) rotate(-8)', className: styles.kite },
]

/** A kite on its string with three bows, across the width it is given. Decorative. */
export const KiteString = () => (
  <svg className={styles.scene} viewBox="0 0 320 132" aria-hidden="true" focusable="false">
    <path className={styles.line} d="M0 124C56 128 92 104 138 98S224 100 250 76" />
    {bows.map(({ at, className }) => (
      <path key={at} className={className} transform={at} d="M0 0-9-6V6zM0 0 9-6V6z" />
    ))}
    <g transform="translate(250 76) rotate(24) scale(3) translate(-18 -24)">
      <KitePanels />
    </g>
  </svg>
)
