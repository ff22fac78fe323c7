import layout from '../components/layout.module.css'
import styles from './shell.module.css'

/** New recovery codes, which are shown once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <section className={layout.card} aria-labelledby="codes-title">
      <h2 id="codes-title">Your recovery codes</h2>
      <p>Keep them where you’ll find them without this device. They aren’t shown again; each works once.</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </section>
  )
}
