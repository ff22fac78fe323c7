import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { canSubmit, type PromptAttempt } from '../prompt-attempt.ts'
import styles from './prompt-footer.module.css'

type PromptFooterProps = {
  attempt: PromptAttempt
  hasPassed: boolean
  onSubmit: () => void
  onRetry: () => void
  onContinue: () => void
}

/** What can be done now, and how scoring goes: under the thumb, and never covered by the text. */
export const PromptFooter = ({ attempt, hasPassed, onSubmit, onRetry, onContinue }: PromptFooterProps) => {
  const t = useTranslations('practice')
  const isEvaluating = attempt.phase === 'evaluating'
  if (attempt.phase === 'judged') {
    return (
      <div className={styles.actions}>
        <Button onClick={onContinue}>{t('continue')}</Button>
        {!hasPassed && (
          <Button variant="secondary" onClick={onRetry}>
            {t('tryAgain')}
          </Button>
        )}
      </div>
    )
  }
  return (
    <div className={styles.actions}>
      <div role="alert">
        {attempt.hasFailed && (
          <p className={styles.failed}>
            <strong>{t('failedTitle')}</strong> <span>{t('evaluationFailed')}</span>{' '}
            <span className={styles.notJudged}>{t('notJudged')}</span>
          </p>
        )}
      </div>
      <p className={isEvaluating ? styles.evaluating : 'visually-hidden'} role="status">
        {isEvaluating && t('evaluating')}
      </p>
      <Button onClick={onSubmit} disabled={!isEvaluating && !canSubmit(attempt)} isBusy={isEvaluating}>
        {t('submit')}
      </Button>
    </div>
  )
}
