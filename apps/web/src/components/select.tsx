import { type ComponentProps, useId } from 'react'
import { classNames } from '../lib/class-names.ts'
import styles from './field.module.css'
import { fieldClass, FieldFrame } from './field.tsx'
import { Icon } from './icon.tsx'

export type SelectOption = { value: string; label: string }

type SelectProps = Omit<ComponentProps<'select'>, 'id' | 'children'> & {
  label: string
  hint?: string
  options: readonly SelectOption[]
}

/** One of many short choices: the native select, which phones show as a wheel. */
export function Select({ label, hint, options, className, ...rest }: SelectProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} className={className}>
      {(described) => (
        <div className={styles.place}>
          <select {...rest} {...described} id={id} className={classNames(fieldClass, styles.select)}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <span className={styles.mark}>
            <Icon name="chevronDown" />
          </span>
        </div>
      )}
    </FieldFrame>
  )
}
