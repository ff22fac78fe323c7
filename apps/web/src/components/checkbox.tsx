import { type ReactNode, useId } from 'react'
import { Stack } from './layout.tsx'
import { classNames } from '../lib/class-names.ts'
import styles from './choice.module.css'
import { FieldError } from './field.tsx'

type CheckboxProps = {
  label: ReactNode
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  error?: string | null
  /** `card` for one of several answers, `plain` for a sentence to agree to. */
  look?: 'plain' | 'card'
  isRequired?: boolean
}

/** The browser's own checkbox; the whole label is clickable. */
export function Checkbox({
  label,
  isChecked,
  onChange,
  error = null,
  look = 'plain',
  isRequired = false,
}: CheckboxProps) {
  const errorId = useId()
  return (
    <Stack gap={8}>
      <label className={classNames(styles.row, look === 'card' && styles.card)}>
        <input
          type="checkbox"
          className={styles.box}
          checked={isChecked}
          onChange={(event) => onChange(event.target.checked)}
          aria-required={isRequired || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
        />
        <span className={styles.label}>{label}</span>
      </label>
      {look === 'plain' && <FieldError id={errorId} message={error} />}
    </Stack>
  )
}
