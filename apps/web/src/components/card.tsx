import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'
import { type Gap, stackClass } from './layout.tsx'
import styles from './card.module.css'

type CardProps = ComponentProps<'div'> & {
  tone?: 'surface' | 'sunken' | 'kite' | 'good' | 'bad'
  padding?: 'normal' | 'none'
  gap?: Gap
}

export function Card({ tone = 'surface', padding = 'normal', gap, className, ...rest }: CardProps) {
  return (
    <div
      {...rest}
      className={classNames(
        styles.card,
        styles[tone],
        padding === 'normal' && styles.padded,
        gap && stackClass(gap),
        className,
      )}
    />
  )
}
