import { digitsOf } from '@kitewise/contract/typed/digits'
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Stack } from './layout.tsx'
import { FieldError } from './field.tsx'
import styles from './pin-field.module.css'

type PinFieldProps = {
  label: string
  /** Say here that the fourth digit submits, if it does; `visually-hidden` where only screen readers need to hear it. */
  hint: ReactNode
  error: string | null
  value: string
  onChange: (pin: string) => void
  /** Called once with the whole PIN when the fourth digit has been entered. */
  onComplete: (pin: string) => void
  autoComplete: 'current-password' | 'new-password'
  isBusy?: boolean
}

const pinLength = 4
const positions = Array.from({ length: pinLength }, (_, position) => position)

/** Four boxes, one digit each. They fill from the left; a paste or a password manager fills them at once. */
export function PinField({ label, hint, error, value, onChange, onComplete, autoComplete, isBusy }: PinFieldProps) {
  const t = useTranslations('common')
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
    <Stack as="fieldset" gap={12} aria-describedby={`${id}-hint`}>
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
    </Stack>
  )
}

/** Hidden: tells password managers which account the PIN belongs to. */
export function AccountName({ email }: { email: string }) {
  return (
    <input
      className="visually-hidden"
      type="email"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  )
}

/** @param text one digit, several (a paste, a password manager), or nothing (deleted) */
export function enterDigits(pin: string, position: number, text: string): string {
  const received = digitsOf(text)
  const old = pin[position] ?? ''
  const isOldWithOneMore = old !== '' && received.length === 2
  const entered = isOldWithOneMore ? received.replace(old, '') : received
  if (entered === '' && text !== '') return pin
  const rest = entered === '' ? pin.slice(position + 1) : pin.slice(position + entered.length)
  return (pin.slice(0, position) + entered + rest).slice(0, pinLength)
}

/** The PIN after Backspace in box `position`: removes its digit, or the one before if the box is empty. */
export function eraseDigit(pin: string, position: number): string {
  const target = position < pin.length ? position : pin.length - 1
  return target < 0 ? pin : pin.slice(0, target) + pin.slice(target + 1)
}
