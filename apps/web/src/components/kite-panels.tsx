import styles from './kite-panels.module.css'

/** The four panels of the kite on a 32 × 32 grid, to be drawn inside an svg. The lower tip is at 18, 24. */
export const KitePanels = () => (
  <>
    <path className={styles.topLeft} d="M18 2 7 12h11z" />
    <path className={styles.topRight} d="M18 2v10h9z" />
    <path className={styles.bottomLeft} d="M7 12h11v12z" />
    <path className={styles.bottomRight} d="M18 12h9l-9 12z" />
  </>
)
