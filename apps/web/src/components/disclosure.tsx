import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './disclosure.module.css'

type DisclosureProps = { summary: ReactNode; isOpenAtFirst?: boolean; children: ReactNode }

/** A native `<details>`: the browser also opens it when a search on the page finds text inside. */
export function Disclosure({ summary, isOpenAtFirst = false, children }: DisclosureProps) {
  return (
    <details className={styles.disclosure} open={isOpenAtFirst}>
      <summary className={styles.summary}>
        <span className={styles.words}>{summary}</span>
        <span className={styles.chevron}>
          <Icon name="chevronDown" />
        </span>
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
