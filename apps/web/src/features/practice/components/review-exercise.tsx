import type { ReviewExercise as Task, ReviewExerciseVerdict } from '@kitewise/contract/review'
import { type Choices, formatChoices, gradeExercise } from '@kitewise/rules/exercises'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { FieldError } from '../../../components/field.tsx'
import { call } from '../../../lib/api-client.ts'
import { feel } from '../../../lib/feel.ts'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { useReviewAnswer } from '../use-review-answer.ts'
import { withoutConnection } from '../evaluate-prompt.ts'
import { ExerciseAnswer } from './exercise-answer.tsx'
import styles from './practice-card.module.css'
import { ReviewActions } from './review-actions.tsx'
import { ReviewPlace } from './review-place.tsx'

type ReviewExerciseProps = {
  item: Task
  onCounted: (verdict: ReviewExerciseVerdict) => void
  onNext: () => void
  /** The exercise has other slots by now. */
  onChanged: () => void
  /** Absent where this is the only one left. */
  onLater?: () => void
}

export function ReviewExercise({ item, onCounted, onNext, onChanged, onLater }: ReviewExerciseProps) {
  const t = useTranslations('practice')
  const locale = useLocale()
  const lang = useForeignLanguage(item.language)
  const [choices, setChoices] = useState<Choices>({})
  const { practiceId, turn, exercise } = item
  const answer = formatChoices(choices)
  const { verdict, isBusy, failure, send } = useReviewAnswer(
    () => {
      const body = { practiceId, turn, answer }
      const isCorrect = gradeExercise(exercise.slots, answer) ?? false
      return call('POST /api/product-user/review/exercise', { body }).catch((error: unknown) =>
        withoutConnection(error).then((device) => device.answerExerciseOnDevice(body, isCorrect)),
      )
    },
    { onCounted, onGone: onNext, onChanged },
  )
  return (
    <>
      <Card className={styles.card} lang={lang && locale}>
        <ReviewPlace item={item} />
        <ExerciseAnswer
          exercise={exercise}
          choices={choices}
          choose={(slot, choice) => {
            if (isBusy) return
            feel('choice')
            setChoices({ ...choices, [slot]: choice })
          }}
          isAnswered={verdict !== null}
          isFresh
          lang={lang}
        />
      </Card>
      <ReviewActions outcome={verdict} onNext={onNext} onLater={onLater}>
        <FieldError message={failure} />
        <Button disabled={gradeExercise(exercise.slots, answer) === null} isBusy={isBusy} onClick={send}>
          {t('check')}
        </Button>
      </ReviewActions>
    </>
  )
}
