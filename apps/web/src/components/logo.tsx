import { brand } from '../lib/brand.ts'
import { KiteMark } from './kite-mark.tsx'
import styles from './logo.module.css'

/** The full logo: mark and word. */
export const Logo = () => (
  <span className={styles.logo}>
    <KiteMark />
    <span className={styles.word}>{brand.brand}</span>
  </span>
)
