import { useEffect, useId, useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { FieldError } from './field-error.tsx'
import { digitsOf, enterDigits, eraseDigit, pinLength } from './pin-digits.ts'
import styles from './pin-field.module.css'

type PinFieldProps = {
  label: string
  /** Say here that the fourth digit submits, where it does. */
  hint: string
  error: string | null
  /** 0 to 4 digits. */
  value: string
  onChange: (pin: string) => void
  /** Called once with the whole PIN when the fourth digit has been entered. */
  onComplete: (pin: string) => void
  autoComplete: 'current-password' | 'new-password'
  isBusy?: boolean
}

const positions = Array.from({ length: pinLength }, (_, position) => position)

/** Four boxes, one digit each. The boxes fill from the left; a paste or a password manager fills them at once. */
export const PinField = ({ label, hint, error, value, onChange, onComplete, autoComplete, isBusy }: PinFieldProps) => {
  const t = useTranslations('login')
  const id = useId()
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  const next = Math.min(value.length, pinLength - 1)

  // Focus follows the digits: to the next empty box, and back to the first when the screen clears a wrong PIN.
  useEffect(() => {
    if (!isBusy) boxes.current[next]?.focus()
  }, [next, isBusy])

  const update = (pin: string): void => {
    if (isBusy || pin === value) return
    onChange(pin)
    if (pin.length === pinLength && value.length < pinLength) onComplete(pin)
  }
  const paste = (event: ClipboardEvent): void => {
    event.preventDefault()
    const digits = digitsOf(event.clipboardData.getData('text'))
    if (digits !== '') update(digits.slice(0, pinLength))
  }
  const erase = (event: KeyboardEvent, position: number): void => {
    if (event.key !== 'Backspace') return
    event.preventDefault()
    update(eraseDigit(value, position))
  }

  return (
    <fieldset className={styles.field} aria-describedby={`${id}-hint`}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.boxes}>
        {positions.map((position) => (
          <input
            key={position}
            ref={(box) => {
              boxes.current[position] = box
            }}
            className={styles.box}
            type="password"
            inputMode="numeric"
            pattern="[0-9]*"
            autoComplete={position === 0 ? autoComplete : 'off'}
            aria-label={t('pinDigit', { position: position + 1 })}
            aria-describedby={position === 0 ? `${id}-hint` : undefined}
            aria-invalid={error ? true : undefined}
            readOnly={isBusy}
            value={value[position] ?? ''}
            tabIndex={position > value.length ? -1 : undefined}
            onFocus={(event) => (position > value.length ? boxes.current[next]?.focus() : event.target.select())}
            onChange={(event) => update(enterDigits(value, position, event.target.value))}
            onKeyDown={(event) => erase(event, position)}
            onPaste={paste}
          />
        ))}
      </div>
      <FieldError message={error} />
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
    </fieldset>
  )
}
