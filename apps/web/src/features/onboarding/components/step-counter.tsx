import { useTranslations } from 'use-intl'
import { ProgressBar } from '../../../components/progress-bar.tsx'
import styles from './quiz-step.module.css'

/** How far the quiz has come, in words and as a bar. */
export const StepCounter = ({ step, count }: { step: number; count: number }) => {
  const t = useTranslations('quiz')
  return (
    <div className={styles.counter}>
      <p>{t('counter', { step, count })}</p>
      <ProgressBar percent={(step / count) * 100} label={t('progress')} />
    </div>
  )
}
