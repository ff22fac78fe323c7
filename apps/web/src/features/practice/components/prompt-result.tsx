import type { Evaluation } from '@kitewise/contract/entities'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../../components/badge.tsx'
import { KiteMark } from '../../../components/kite-mark.tsx'
import { Textarea } from '../../../components/textarea.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { Celebration } from './celebration.tsx'
import { PointDots } from './point-dots.tsx'
import styles from './prompt-result.module.css'

type PromptResultProps = { evaluation: Evaluation; hasPassed: boolean; original: string }

/** How a prompt did: praise, or what is missing and a suggestion to compare with. */
export const PromptResult = ({ evaluation, hasPassed, original }: PromptResultProps) => {
  const t = useTranslations('practice')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const suggestion = evaluation.recommendedPrompt.trim()
  return (
    <div className={styles.result}>
      <div className={classNames(styles.verdict, hasPassed ? styles.passed : styles.failed)}>
        {hasPassed && (
          <span className={styles.kite}>
            <KiteMark />
            <Celebration />
          </span>
        )}
        <div className={styles.head}>
          <h3 ref={heading} className={styles.title} tabIndex={-1}>
            {t(hasPassed ? 'passedTitle' : 'failedTitle')}
          </h3>
          <Badge tone={hasPassed ? 'good' : 'bad'}>{t('score', { score: evaluation.score })}</Badge>
        </div>
        <p className={styles.comment}>{evaluation.comment}</p>
        <PointDots criteria={evaluation.criteria} />
      </div>
      {!hasPassed && (
        <Textarea
          label={t('comparisonLabel')}
          value={t('comparison', { original, suggestion })}
          className={styles.comparison}
          rows={10}
          readOnly
        />
      )}
      {hasPassed && <blockquote className={styles.original}>{original}</blockquote>}
      {evaluation.evaluator === 'rubric' && <p className={styles.note}>{t('offlineChecklist')}</p>}
    </div>
  )
}
