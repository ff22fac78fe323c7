import { useId, type ComponentProps } from 'react'
import { FieldFrame, fieldClass } from './field-frame.tsx'

type FieldProps = Omit<ComponentProps<'input'>, 'id'> & { label: string; hint?: string; error?: string | null }

/** One line of text with its label, a hint, and what is wrong with it. */
export const Field = ({ label, hint, error, className, ...rest }: FieldProps) => {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} className={className}>
      {(described) => <input {...rest} {...described} id={id} className={fieldClass} />}
    </FieldFrame>
  )
}
