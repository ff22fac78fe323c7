import { classNames } from '../lib/class-names.ts'
import styles from './kite-knot.module.css'
import { KiteMark } from './kite.tsx'

export type KnotState = 'done' | 'current' | 'open' | 'locked'

type KiteKnotProps = {
  state: KnotState
  /** The string ends at the first and the last knot. */
  isFirst?: boolean
  isLast?: boolean
}

/**
 * One knot on the kite's string, as tall as the row beside it (give the row `align-items: stretch`). Done is filled, current is
 * the kite itself, open is a ring, locked is faint. Decorative: the row says the state in words.
 */
export const KiteKnot = ({ state, isFirst = false, isLast = false }: KiteKnotProps) => (
  <span
    className={classNames(styles.knot, styles[state], isFirst && styles.first, isLast && styles.last)}
    aria-hidden="true"
  >
    {state === 'current' ? <KiteMark /> : <span className={styles.bead} />}
  </span>
)
