import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import styles from './feedback-form.module.css'

/** Product spec §9: two seconds to read the thanks. */
const backAfterMs = 2_000

export const FeedbackThanks = ({ onDone }: { onDone: () => void }) => {
  const t = useTranslations('feedback')
  const heading = useRef<HTMLHeadingElement>(null)
  const goBack = useEffectEvent(onDone)
  useEffect(() => {
    heading.current?.focus()
    const timer = setTimeout(() => goBack(), backAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.thanks}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {t('thanksTitle')}
      </h2>
      <p role="status" className={styles.text}>
        {t('thanks')}
      </p>
      <Button variant="secondary" onClick={onDone}>
        {t('goBack')}
      </Button>
    </div>
  )
}
