import type { Evaluation } from '@kitewise/contract/entities'
import { isPassingScore } from '@kitewise/rules/prompt-score'
import { useTranslations } from 'use-intl'
import { Badge } from '../../../components/badge.tsx'
import { Card } from '../../../components/card.tsx'
import styles from './mini-task.module.css'

/** How the try did, and a prompt to compare with where something was missing. */
export const MiniTaskVerdict = ({ evaluation }: { evaluation: Evaluation }) => {
  const t = useTranslations('plan')
  const { score, comment, recommendedPrompt, evaluator } = evaluation
  const hasPassed = isPassingScore(score)
  return (
    <Card tone={hasPassed ? 'good' : 'sunken'} className={styles.verdict}>
      <div className={styles.head}>
        <h4 className={styles.title}>{t(hasPassed ? 'passedTitle' : 'failedTitle')}</h4>
        <Badge tone={hasPassed ? 'good' : 'bad'}>{t('taskScore', { score })}</Badge>
      </div>
      <p>{comment}</p>
      {!hasPassed && recommendedPrompt !== '' && (
        <div className={styles.suggestion}>
          <p className={styles.label}>{t('suggestion')}</p>
          <blockquote className={styles.quote}>{recommendedPrompt}</blockquote>
          <p>{t('tryAgain')}</p>
        </div>
      )}
      {evaluator === 'rubric' && <p className={styles.note}>{t('offlineChecklist')}</p>}
    </Card>
  )
}
