import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import { classNames } from '../lib/class-names.ts'
import styles from './field.module.css'
import { Icon } from './icon.tsx'

type FieldProps = Omit<ComponentProps<'input'>, 'id'> & { label: string; hint?: string; error?: string | null }

export function Field({ label, hint, error, className, ...rest }: FieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} className={className}>
      {(described) => <input {...rest} {...described} id={id} className={fieldClass} />}
    </FieldFrame>
  )
}

type EmailFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'name' | 'value' | 'onChange' | 'ref'> & {
  value: string
  onChange: (email: string) => void
}

/** A field for an e-mail address: phones show the @ key, and nothing is capitalized or corrected. */
export function EmailField({ onChange, ...field }: EmailFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const takeTyped = useEffectEvent(() => {
    const typed = input.current?.value ?? ''
    if (typed !== field.value) onChange(typed)
  })
  // Before the app took over the drawn page, nothing noticed what was typed.
  useEffect(() => takeTyped(), [])
  return (
    <Field
      autoComplete="email"
      {...field}
      ref={input}
      type="email"
      name="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

type TextareaProps = Omit<ComponentProps<'textarea'>, 'id'> & {
  label: string
  hint?: string
  error?: string | null
  /** Keeps the label for screen readers only, when the words above the box already say it. */
  isLabelHidden?: boolean
}

/** A multi-line text field; grows with its content where the browser supports it. */
export function Textarea({ label, hint, error, isLabelHidden, className, ...rest }: TextareaProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} isLabelHidden={isLabelHidden} className={className}>
      {(described) => <textarea rows={4} {...rest} {...described} id={id} className={fieldClass} />}
    </FieldFrame>
  )
}

type Described = { 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

type FieldFrameProps = {
  id: string
  label: string
  hint?: string | undefined
  error?: string | null | undefined
  isLabelHidden?: boolean | undefined
  className?: string | undefined
  children: (described: Described) => ReactNode
}

export const fieldClass = styles.control

/** Label above, hint and error below, all tied to the control for screen readers. */
export function FieldFrame({ id, label, hint, error, isLabelHidden, className, children }: FieldFrameProps) {
  const hintId = hint === undefined ? undefined : `${id}-hint`
  const errorId = error ? `${id}-error` : undefined
  return (
    <div className={classNames(styles.frame, className)}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      {children({
        'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hintId && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} message={error} />
    </div>
  )
}

/** Announces an error at once. The live region is always present, so the first message is announced too. */
export function FieldError({ id, message }: { id?: string; message: string | null | undefined }) {
  return (
    <p id={id} role="alert" className={message ? styles.error : 'visually-hidden'}>
      {message && (
        <>
          <Icon name="warning" />
          <span>{message}</span>
        </>
      )}
    </p>
  )
}
