import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import styles from './badge.module.css'

type BadgeProps = { tone?: 'plain' | 'kite' | 'tail' | 'good' | 'bad'; icon?: ReactNode; children: ReactNode }

export function Badge({ tone = 'plain', icon, children }: BadgeProps) {
  return (
    <span className={classNames(styles.badge, styles[tone])}>
      {icon}
      {children}
    </span>
  )
}
