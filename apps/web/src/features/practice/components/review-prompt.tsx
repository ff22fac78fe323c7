import type { ReviewPrompt as Prompt, ReviewEvaluation } from '@kitewise/contract/review'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { ApiError, call } from '../../../lib/api-client.ts'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { type EvaluatePrompt, shownPart, withoutConnection, withPatience } from '../evaluate-prompt.ts'
import styles from './practice-card.module.css'
import { ServerPromptDialog } from './server-prompt-dialog.tsx'
import { ReviewActions } from './review-actions.tsx'
import { ReviewPlace } from './review-place.tsx'

type ReviewPromptProps = {
  item: Prompt
  onCounted: (outcome: ReviewEvaluation) => void
  onNext: () => void
  /** Absent if no other task is left. */
  onLater?: () => void
}

/** A prompt to write again. The first scored attempt counts; further ones are only for the learner. */
export function ReviewPrompt({ item, onCounted, onNext, onLater }: ReviewPromptProps) {
  const t = useTranslations('practice')
  const [isOpen, setOpen] = useState(false)
  const [outcome, setOutcome] = useState<ReviewEvaluation | null>(null)
  const { practiceId, turn, promptCreation } = item
  const lang = useForeignLanguage(item.language)
  const repeat = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // After an answer the button that opened the dialog is gone, so the browser can't restore the focus.
    if (!isOpen && outcome !== null) repeat.current?.focus()
  }, [isOpen, outcome])

  /** A task that was removed from its course can't be scored: the next one comes up. */
  const leaveWhenGone = (error: unknown): never => {
    if (error instanceof ApiError && error.status === 404) {
      setOpen(false)
      onNext()
    }
    throw error
  }
  const evaluate: EvaluatePrompt = async (prompt, shown, signal) => {
    const body = { practiceId, turn, prompt, ...shownPart(shown) }
    const answer = await call('POST /api/product-user/review/prompt', { body, signal: withPatience(signal) })
      .catch((error: unknown) => withoutConnection(error).then((device) => device.reviewPromptOnDevice(body, error)))
      .catch(leaveWhenGone)
    setOutcome(answer)
    onCounted(answer)
    return answer.evaluation
  }
  return (
    <>
      <Card className={styles.card}>
        <ReviewPlace item={item} />
        <div className={styles.words} lang={lang}>
          <h2 className={styles.title}>{promptCreation.title}</h2>
          <p className={styles.description}>{promptCreation.description}</p>
        </div>
        {outcome && (
          <Button ref={repeat} variant="secondary" onClick={() => setOpen(true)}>
            {t('repeat')}
          </Button>
        )}
      </Card>
      <ReviewActions outcome={outcome} onNext={onNext} onLater={onLater}>
        <Button onClick={() => setOpen(true)}>{t('start')}</Button>
      </ReviewActions>
      {isOpen && (
        <ServerPromptDialog
          prompt={promptCreation}
          lang={lang}
          draftId={`review ${practiceId}`}
          place={{ lessonId: item.lesson.id, fragmentIndex: item.fragment.index, practiceId }}
          evaluate={evaluate}
          isRepeat={outcome !== null}
          onClose={() => setOpen(false)}
          onDone={onNext}
        />
      )}
    </>
  )
}
