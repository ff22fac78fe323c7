import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import styles from './layout.module.css'

type ActionBarProps = { className?: string | undefined; children: ReactNode }

/** The screen's main action: sticks to the bottom, above the bottom bar. Put it last in the screen. */
export const ActionBar = ({ className, children }: ActionBarProps) => (
  <div className={classNames(styles.actionBar, className)}>{children}</div>
)
