import {
  type ComponentProps,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
} from 'react'
import { classNames } from '../lib/class-names.ts'
import { type Keeper, startKeeper } from '../lib/typing/start-keeper.ts'
import styles from './field.module.css'
import { Icon } from './icon.tsx'

/** `maxLength` counts code units, and one direction isn't everybody's: see `limit` and `dir` below. */
type NotGiven = 'id' | 'maxLength' | 'dir'

type Labels = {
  label: string
  hint?: string
  error?: string | null
  /** In signs, as people see them. */
  limit?: number
}

type FieldProps = Omit<ComponentProps<'input'>, NotGiven> & Labels

const loadDigits = async (): Promise<Keeper<HTMLInputElement>> => {
  const { keepPlainDigits } = await import('../lib/typing/keep-plain-digits.ts')
  return keepPlainDigits
}

const loadLimit = (limit: number) => async (): Promise<Keeper<HTMLInputElement | HTMLTextAreaElement>> => {
  const { keepWithin } = await import('../lib/typing/keep-within.ts')
  return (box, typed) => keepWithin(box, limit, typed)
}

/** A field for one line. Text in Arabic or Hebrew runs from right to left, whatever the language of the screen. */
export function Field({ label, hint, error, limit, className, ref, ...rest }: FieldProps) {
  const id = useId()
  const box = useLimit(limit, ref)
  const isNumber = rest.inputMode === 'numeric'
  useEffect(() => (isNumber && box.current ? startKeeper(box.current, loadDigits) : undefined), [isNumber, box])
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} className={className}>
      {(described) => <input {...rest} {...described} ref={box} id={id} dir="auto" className={fieldClass} />}
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

type TextareaProps = Omit<ComponentProps<'textarea'>, NotGiven> &
  Labels & {
    /** Keeps the label for screen readers only, when the words above the box already say it. */
    isLabelHidden?: boolean
  }

/** A multi-line text field; grows with its content where the browser supports it. */
export function Textarea({ label, hint, error, limit, isLabelHidden, className, ref, ...rest }: TextareaProps) {
  const id = useId()
  const box = useLimit(limit, ref)
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} isLabelHidden={isLabelHidden} className={className}>
      {(described) => (
        <textarea rows={4} {...rest} {...described} ref={box} id={id} dir="auto" className={fieldClass} />
      )}
    </FieldFrame>
  )
}

/** @returns the ref of a text box that keeps what is typed within the limit */
const useLimit = <Box extends HTMLInputElement | HTMLTextAreaElement>(
  limit: number | undefined,
  ref: Ref<Box> | undefined,
) => {
  const box = useRef<Box>(null)
  useImperativeHandle<Box | null, Box | null>(ref, () => box.current)
  useEffect(() => {
    if (limit === undefined || box.current === null) return undefined
    return startKeeper(box.current, loadLimit(limit))
  }, [limit])
  return box
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
