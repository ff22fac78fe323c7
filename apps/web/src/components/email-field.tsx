import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

type EmailFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'name' | 'value' | 'onChange'> & {
  value: string
  onChange: (email: string) => void
}

/** A field for an e-mail address: the keyboard of a phone has the @, and nothing is put in capitals or corrected. */
export const EmailField = ({ onChange, ...field }: EmailFieldProps) => (
  <Field
    autoComplete="email"
    {...field}
    type="email"
    name="email"
    inputMode="email"
    autoCapitalize="none"
    spellCheck={false}
    onChange={(event) => onChange(event.target.value)}
  />
)
