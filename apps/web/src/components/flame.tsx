import styles from './icon.module.css'

/** The streak's flame. Decorative: the number beside it says the same. */
export function Flame() {
  return (
    <svg className={styles.flame} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        className={styles.outer}
        d="M12.5 2.5c.6 3.2-.6 4.9-2.3 6.7C8.4 11 6 12.7 6 16a6 6 0 0 0 12 .3c0-2.9-1.3-4.6-2.3-6-.3 1.2-.8 1.9-1.7 2.3.8-3.6.4-7.5-1.5-10.1z"
      />
      <path className={styles.inner} d="M12.2 13c.2 1.5-2.2 2.3-2.2 4.6a2.2 2.2 0 0 0 4.4 0c0-1.8-1-2.9-2.2-4.6z" />
    </svg>
  )
}
