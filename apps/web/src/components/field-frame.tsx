import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { FieldError } from './field-error.tsx'
import styles from './field-frame.module.css'

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
export const FieldFrame = ({ id, label, hint, error, isLabelHidden, className, children }: FieldFrameProps) => {
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
