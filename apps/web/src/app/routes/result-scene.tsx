import type { ReactNode } from 'react'
import { KiteString } from '../../components/kite-string.tsx'
import styles from './message-page.module.css'

type ResultSceneProps = { title: string; text: string; children?: ReactNode }

/** What came of a checkout, and where to go. Told to screen readers when it changes. */
export const ResultScene = ({ title, text, children }: ResultSceneProps) => (
  <div className={styles.content}>
    <KiteString />
    <h1 className={styles.title}>{title}</h1>
    <p className={styles.text} role="status">
      {text}
    </p>
    {children !== undefined && <div className={styles.actions}>{children}</div>}
  </div>
)
