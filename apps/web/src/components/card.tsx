import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'
import styles from './card.module.css'

type CardProps = ComponentProps<'div'> & {
  tone?: 'surface' | 'sunken' | 'kite' | 'good' | 'bad'
  padding?: 'normal' | 'none'
}

export const Card = ({ tone = 'surface', padding = 'normal', className, ...rest }: CardProps) => (
  <div {...rest} className={classNames(styles.card, styles[tone], padding === 'normal' && styles.padded, className)} />
)
