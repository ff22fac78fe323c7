import type { ReviewEvaluation, ReviewPrompt as Prompt } from '@kitewise/contract/review'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { call } from '../../../lib/api-client.ts'
import { judgeTimeoutMs, type EvaluatePrompt } from '../evaluate-prompt.ts'
import { usePromptDialog } from '../use-prompt-dialog.ts'
import { ReviewActions } from './review-actions.tsx'
import { ReviewPlace } from './review-place.tsx'
import styles from './practice-card.module.css'

type ReviewPromptProps = {
  item: Prompt
  day: string
  onCounted: (outcome: ReviewEvaluation) => void
  onNext: () => void
  /** Absent where this is the only one left. */
  onLater?: () => void
}

/** A prompt to write once more. The first that is scored counts; more tries are for the learner alone. */
export const ReviewPrompt = ({ item, day, onCounted, onNext, onLater }: ReviewPromptProps) => {
  const t = useTranslations('practice')
  const { Dialog, isLoading, open, close } = usePromptDialog()
  const [outcome, setOutcome] = useState<ReviewEvaluation | null>(null)
  const { practiceId, turn, promptCreation } = item

  const evaluate: EvaluatePrompt = async (prompt, signal) => {
    const answer = await call('POST /api/product-user/review/prompt', {
      body: { practiceId, turn, prompt },
      signal: AbortSignal.any([signal, AbortSignal.timeout(judgeTimeoutMs)]),
    })
    setOutcome(answer)
    onCounted(answer)
    return answer.evaluation
  }
  return (
    <>
      <Card className={styles.card}>
        <ReviewPlace item={item} />
        <div className={styles.words}>
          <h2 className={styles.title}>{promptCreation.title}</h2>
          <p className={styles.description}>{promptCreation.description}</p>
        </div>
        {outcome && (
          <Button variant="secondary" isBusy={isLoading} onClick={open}>
            {t('repeat')}
          </Button>
        )}
      </Card>
      <ReviewActions outcome={outcome} day={day} onNext={onNext} onLater={onLater}>
        <Button isBusy={isLoading} onClick={open}>
          {t('start')}
        </Button>
      </ReviewActions>
      {Dialog && (
        <Dialog
          prompt={promptCreation}
          draftId={`review ${practiceId}`}
          evaluate={evaluate}
          onClose={close}
          onDone={onNext}
        />
      )}
    </>
  )
}
