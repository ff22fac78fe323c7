import { keepWithin } from '@kitewise/web/typing/keep-within'
import type { ComponentProps } from 'react'

/** `maxLength` counts code units and would cut an emoji apart; one direction isn't everybody's. */
type NotGiven = 'maxLength' | 'dir' | 'ref'

type Limit = {
  /** In signs, as people see them. */
  limit?: number
}

const keeper = (limit: number | undefined) => (box: HTMLInputElement | HTMLTextAreaElement | null) =>
  box && limit !== undefined ? keepWithin(box, limit) : undefined

/** A field for one line, in the direction of what is written. */
export function TextInput({ limit, ...rest }: Omit<ComponentProps<'input'>, NotGiven> & Limit) {
  return <input {...rest} ref={keeper(limit)} dir="auto" />
}

/** A field for several lines, in the direction of what is written. */
export function TextArea({ limit, ...rest }: Omit<ComponentProps<'textarea'>, NotGiven> & Limit) {
  return <textarea {...rest} ref={keeper(limit)} dir="auto" />
}
