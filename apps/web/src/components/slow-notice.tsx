import { useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { slowAfterMs } from '../lib/slow-after.ts'
import { askAgain, useSlow } from '../lib/slow-calls.ts'
import { Button } from './button.tsx'
import styles from './skeleton.module.css'

/** What a skeleton says when what it stands for doesn't come, with a button that asks for it again. */
export function SlowNotice() {
  const [attempt, setAttempt] = useState(0)
  // Each attempt has its own ten seconds.
  return <AttemptNotice key={attempt} onAskedAgain={() => setAttempt(attempt + 1)} />
}

const AttemptNotice = ({ onAskedAgain }: { onAskedAgain: () => void }) => {
  const t = useTranslations('common')
  const id = useId()
  const isShown = useSlow(({ skeleton }) => skeleton === id)
  useEffect(() => {
    const timer = setTimeout(() => useSlow.setState(({ skeleton }) => ({ skeleton: skeleton ?? id })), slowAfterMs)
    return () => {
      clearTimeout(timer)
      useSlow.setState(({ skeleton }) => (skeleton === id ? { skeleton: null } : {}))
    }
  }, [id])

  const tryAgain = (): void => {
    // A script that doesn't come can only be asked for again by the document.
    if (askAgain()) onAskedAgain()
    else location.reload()
  }
  return (
    isShown && (
      <div className={styles.slow}>
        <p>{t('slow')}</p>
        <Button variant="secondary" width="fit" onClick={tryAgain}>
          {t('retry')}
        </Button>
      </div>
    )
  )
}
