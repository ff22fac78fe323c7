import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Icon } from '../../../components/icon.tsx'
import { canSubmit, hasPassed, type PromptAttempt } from '../prompt-attempt.ts'
import styles from './prompt-footer.module.css'

type PromptFooterProps = {
  attempt: PromptAttempt
  isJudged: boolean
  /** The message after too many attempts. */
  tooMany?: string
  /** The evaluation works without a connection. */
  isLocal?: boolean | undefined
  onSubmit: () => void
  onRetry?: () => void
  onContinue?: () => void
}

/** The available actions and the state of the evaluation, always visible at the bottom. */
export function PromptFooter({
  attempt,
  isJudged,
  tooMany,
  isLocal = false,
  onSubmit,
  onRetry,
  onContinue,
}: PromptFooterProps) {
  const t = useTranslations('practice')
  const isEvaluating = attempt.phase.name === 'evaluating'
  return (
    <div className={styles.footer}>
      {!isLocal && <Trouble failure={attempt.failure} tooMany={tooMany} />}
      <p className={isEvaluating ? styles.evaluating : 'visually-hidden'} role="status">
        {isEvaluating && t('evaluating')}
      </p>
      {isJudged ? (
        <Judged attempt={attempt} onRetry={onRetry} onContinue={onContinue} />
      ) : (
        <Button onClick={onSubmit} disabled={!isEvaluating && !canSubmit(attempt)} isBusy={isEvaluating}>
          {t('submit')}
        </Button>
      )}
    </div>
  )
}

type JudgedProps = Pick<PromptFooterProps, 'attempt' | 'onRetry' | 'onContinue'>

/** After a pass, continuing comes first, otherwise retrying. */
const Judged = ({ attempt, onRetry, onContinue }: JudgedProps) => {
  const t = useTranslations('practice')
  const passed = hasPassed(attempt)
  const goOn = (
    <Button key="continue" variant={passed ? 'primary' : 'secondary'} onClick={onContinue}>
      {t('continue')}
    </Button>
  )
  const tryAgain = (
    <Button key="again" variant={passed ? 'quiet' : 'primary'} onClick={onRetry}>
      {t('tryAgain')}
    </Button>
  )
  return (
    <div key={String(passed)} className={styles.choices}>
      {passed ? [goOn, tryAgain] : [tryAgain, goOn]}
    </div>
  )
}

const watchConnection = (onChange: () => void): (() => void) => {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** Why nothing was evaluated, or will not be while the connection is lost. */
const Trouble = ({ failure, tooMany }: { failure: PromptAttempt['failure']; tooMany: string | undefined }) => {
  const t = useTranslations('practice')
  const isOnline = useSyncExternalStore(watchConnection, () => navigator.onLine)
  const hasFailed = failure === 'failed' || failure === 'tooMany'
  return (
    <div role="alert">
      {!isOnline && (
        <p className={styles.offline}>
          <Icon name="offline" />
          {t('offline')}
        </p>
      )}
      {isOnline && failure === 'tooMany' && tooMany !== undefined && <p className={styles.offline}>{tooMany}</p>}
      {isOnline && hasFailed && !(failure === 'tooMany' && tooMany !== undefined) && (
        <p className={styles.failed}>
          <strong>{t('failedTitle')}</strong> <span>{t('evaluationFailed')}</span>{' '}
          <span className={styles.notJudged}>{t('notJudged')}</span>
        </p>
      )}
    </div>
  )
}
