import { useId, type ComponentProps } from 'react'
import { FieldFrame, fieldClass } from './field-frame.tsx'

export type SelectOption = { value: string; label: string }

type SelectProps = Omit<ComponentProps<'select'>, 'id' | 'children'> & {
  label: string
  hint?: string
  options: readonly SelectOption[]
}

/** One of many short choices: the browser's own list, which phones show as a wheel. */
export const Select = ({ label, hint, options, className, ...rest }: SelectProps) => {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} className={className}>
      {(described) => (
        <select {...rest} {...described} id={id} className={fieldClass}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}
