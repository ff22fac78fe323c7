import type { ComponentProps, ElementType } from 'react'

type OwnTextProps<Tag extends ElementType> = { as?: Tag } & Omit<ComponentProps<Tag>, 'as' | 'dir'>

/**
 * What a person has written or is called: it runs in its own direction, from right to left in Arabic or Hebrew, and no
 * translator changes it.
 */
export function OwnText<Tag extends ElementType = 'span'>({ as, ...rest }: OwnTextProps<Tag>) {
  const Element: ElementType = as ?? 'span'
  return <Element translate="no" {...rest} dir="auto" />
}
