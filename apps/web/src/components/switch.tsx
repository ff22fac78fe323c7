import type { ReactNode } from 'react'
import styles from './choice.module.css'

type SwitchProps = { label: ReactNode; isOn: boolean; isBusy?: boolean; onChange: (isOn: boolean) => void }

/** While busy it keeps its focus and ignores changes. */
export function Switch({ label, isOn, isBusy = false, onChange }: SwitchProps) {
  return (
    <label className={styles.switchRow}>
      <span className={styles.switchLabel}>{label}</span>
      <input
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={isOn}
        aria-checked={isOn}
        aria-disabled={isBusy || undefined}
        onChange={(event) => !isBusy && onChange(event.target.checked)}
      />
    </label>
  )
}
