import type { ReactNode } from 'react'
import { KiteString } from '../../components/kite-string.tsx'
import styles from './message-page.module.css'

type LinkSceneProps = { title: string; text: string; tone?: 'good' | 'bad'; children: ReactNode }

/** What a mailed link is about, or what came of it. The outcome is told to screen readers. */
export const LinkScene = ({ title, text, tone, children }: LinkSceneProps) => (
  <div className={styles.content}>
    <KiteString />
    <div className={styles.outcome} role={tone && (tone === 'bad' ? 'alert' : 'status')} key={tone}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
    </div>
    <div className={styles.actions}>{children}</div>
  </div>
)
