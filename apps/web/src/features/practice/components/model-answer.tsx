import type { Evaluation } from '@kitewise/contract/entities'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import type { StreamAnswer } from '../stream-answer.ts'
import { useStreamedAnswer } from '../use-streamed-answer.ts'
import { AnswerPieces } from './assembled-answer.tsx'
import { OwnText } from '../../../components/own-text.tsx'
import styles from './answer.module.css'

type ModelAnswerProps = { prompt: string; evaluation: Evaluation; stream: StreamAnswer }

/** A model's real answer, streamed. If it fails, the author's pieces replace it. */
export function ModelAnswer({ prompt, evaluation, stream }: ModelAnswerProps) {
  const t = useTranslations('practice')
  const id = useId()
  const { answer, ask, stop } = useStreamedAnswer(prompt, stream)
  const { status, text } = answer
  const hasFailed = status === 'failed'
  const model = answer.model || evaluation.model || ''
  return (
    <section className={styles.section} aria-labelledby={id} aria-busy={status === 'streaming'}>
      <h3 id={id} className={styles.title}>
        {hasFailed ? t('answerTitle') : t('answerModelTitle', { model })}
      </h3>
      {hasFailed ? (
        <AnswerPieces evaluation={evaluation} />
      ) : (
        <div className={styles.message}>
          <OwnText as="p" className={styles.written} translate="yes">
            {text}
            {status === 'streaming' && <span className={styles.cursor} aria-hidden="true" />}
          </OwnText>
        </div>
      )}
      <p className={status === 'stopped' || hasFailed ? styles.help : 'visually-hidden'} role="status">
        {status === 'stopped' && t('answerStopped')}
        {hasFailed && t('answerFailed')}
      </p>
      {status === 'streaming' && (
        <Button variant="secondary" width="fit" onClick={stop}>
          {t('answerStop')}
        </Button>
      )}
      {(status === 'stopped' || hasFailed) && (
        <Button variant="quiet" width="fit" onClick={ask}>
          {t('answerAsk')}
        </Button>
      )}
    </section>
  )
}
