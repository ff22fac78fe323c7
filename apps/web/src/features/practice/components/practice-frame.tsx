import type { ReactNode } from 'react'
import { useLocale } from 'use-intl'
import { Card } from '../../../components/card.tsx'
import { useHasCardFooter } from '../../../components/card-footer.tsx'
import styles from './practice-card.module.css'

/** A practice in a box of its own, or without one where it fills the screen. @param lang of its words, if foreign */
export function PracticeFrame({ lang, children }: { lang?: string | undefined; children: ReactNode }) {
  const locale = useLocale()
  const isAlone = useHasCardFooter()
  if (!isAlone) {
    return (
      <Card className={styles.card} lang={lang && locale}>
        {children}
      </Card>
    )
  }
  return (
    <div className={styles.alone} lang={lang && locale}>
      {children}
    </div>
  )
}
