import { brand } from '../lib/brand.ts'
import styles from './kite.module.css'

/** The mark: a four-panel kite with a short tail. Decorative unless a label is given. */
export function KiteMark({ label }: { label?: string }) {
  return (
    <svg
      className={styles.mark}
      viewBox="0 0 32 32"
      focusable="false"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <KitePanels />
      <path className={styles.markTail} d="M18 24c-1 3-4 1-6 3s-4 3-6 2" />
    </svg>
  )
}

export function Logo() {
  return (
    <span className={styles.logo}>
      <KiteMark />
      <span className={styles.word} translate="no">
        {brand.brand}
      </span>
    </span>
  )
}

/** Position and rotation of a bow on the string, and its color. */
const bows = [
  { at: 'translate(58 121) rotate(-6)', className: styles.bowSun },
  { at: 'translate(128 100) rotate(-14)', className: styles.bowTail },
  { at: 'translate(196 95) rotate(-8)', className: styles.bowKite },
]

/** A kite on its string with three bows, as wide as its container. Decorative. */
export function KiteString() {
  return (
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
}

/** The four panels of the kite on a 32 × 32 grid, to be drawn inside an svg. The lower tip is at 18, 24. */
export function KitePanels() {
  return (
    <>
      <path className={styles.topLeft} d="M18 2 7 12h11z" />
      <path className={styles.topRight} d="M18 2v10h9z" />
      <path className={styles.bottomLeft} d="M7 12h11v12z" />
      <path className={styles.bottomRight} d="M18 12h9l-9 12z" />
    </>
  )
}
