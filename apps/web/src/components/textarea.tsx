import { useId, type ComponentProps } from 'react'
import { FieldFrame, fieldClass } from './field-frame.tsx'

type TextareaProps = Omit<ComponentProps<'textarea'>, 'id'> & {
  label: string
  hint?: string
  error?: string | null
  /** Keeps the label for screen readers only, where the words above the box already say it. */
  isLabelHidden?: boolean
}

/** Several lines of text; grows with what is written where the browser can. */
export const Textarea = ({ label, hint, error, isLabelHidden, className, ...rest }: TextareaProps) => {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} isLabelHidden={isLabelHidden} className={className}>
      {(described) => <textarea rows={4} {...rest} {...described} id={id} className={fieldClass} />}
    </FieldFrame>
  )
}
