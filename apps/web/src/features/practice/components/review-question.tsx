import type { ReviewQuestion as Question, ReviewVerdict } from '@kitewise/contract/review'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { FieldError } from '../../../components/field.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { call } from '../../../lib/api-client.ts'
import { feel } from '../../../lib/feel.ts'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { markOptions } from '../mark-options.ts'
import { useReviewAnswer } from '../use-review-answer.ts'
import { withoutConnection } from '../evaluate-prompt.ts'
import { HintToggle } from './hint-toggle.tsx'
import styles from './practice-card.module.css'
import { ChoiceFeedback } from './choice-feedback.tsx'
import { ReviewActions } from './review-actions.tsx'
import { ReviewPlace } from './review-place.tsx'

type ReviewQuestionProps = {
  item: Question
  onCounted: (verdict: ReviewVerdict) => void
  onNext: () => void
  /** The question has other options by now. */
  onChanged: () => void
  /** Absent where this is the only one left. */
  onLater?: () => void
}

export function ReviewQuestion({ item, onCounted, onNext, onChanged, onLater }: ReviewQuestionProps) {
  const t = useTranslations('practice')
  const [chosen, setChosen] = useState<string | null>(null)
  const { practiceId, turn } = item
  const { verdict, isBusy, failure, send } = useReviewAnswer(
    (optionId: string) =>
      call('POST /api/product-user/review/answer', { body: { practiceId, turn, optionId } }).catch((error: unknown) =>
        withoutConnection(error).then((device) => device.answerQuestionOnDevice(item, optionId, error)),
      ),
    { onCounted, onGone: onNext, onChanged },
  )
  const lang = useForeignLanguage(item.language)
  const { question, hint, options } = item.question
  const marked = options.map((option) => ({ ...option, isCorrect: option.id === verdict?.correctOptionId }))
  return (
    <>
      <Card className={styles.card}>
        <ReviewPlace item={item} />
        <RadioGroup
          lang={lang}
          legend={question}
          options={markOptions(marked, verdict && chosen, { right: t('markRight'), wrong: t('markWrong') })}
          value={chosen}
          onChange={(option) => {
            feel('choice')
            setChosen(option)
          }}
          isReadOnly={isBusy || verdict !== null}
        />
        {verdict ? (
          <ChoiceFeedback
            isCorrect={verdict.isCorrect}
            messages={[...new Set([verdict.message, verdict.feedback])]}
            lang={lang}
            isFresh
          />
        ) : (
          <HintToggle hint={hint} lang={lang} />
        )}
      </Card>
      <ReviewActions outcome={verdict} onNext={onNext} onLater={onLater}>
        <FieldError message={failure} />
        <Button disabled={chosen === null} isBusy={isBusy} onClick={() => chosen !== null && send(chosen)}>
          {t('submit')}
        </Button>
      </ReviewActions>
    </>
  )
}
