import type { ReactNode } from 'react'
import styles from './action-bar.module.css'

/** The screen's main action: sticks to the bottom, above the bottom bar. Put it last in the screen. */
export const ActionBar = ({ children }: { children: ReactNode }) => <div className={styles.bar}>{children}</div>
