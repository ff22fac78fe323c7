import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { FieldError } from '../../../components/field.tsx'
import { brand } from '../../../lib/brand.ts'
import { useLearner } from '../../../lib/session/session.ts'
import { useFeedback } from '../use-feedback.ts'
import { useRefusalText } from '../use-refusal-text.ts'
import styles from './feedback-form.module.css'
import { FeedbackText } from './feedback-text.tsx'
import { FeedbackThanks } from './feedback-thanks.tsx'
import { StarRating } from './star-rating.tsx'

/** Stars, words, or both. After sending it thanks, and calls `onDone` a little later. */
export const FeedbackForm = ({ onDone }: { onDone: () => void }) => {
  const t = useTranslations('feedback')
  const refusalText = useRefusalText()
  const { feedback, change, send, state, failure } = useFeedback(useLearner().id)

  if (state === 'sent') return <FeedbackThanks onDone={onDone} />
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    send()
  }
  const formError = (): string | null => {
    if (failure === null || failure.kind === 'ratingMissing') return null
    return failure.kind === 'empty' ? t('missing') : refusalText(failure.error)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.text}>{t('intro', brand)}</p>
      <StarRating
        value={feedback.rating}
        onChange={(rating) => change({ rating })}
        error={failure?.kind === 'ratingMissing' ? t('ratingMissing') : null}
      />
      <FeedbackText value={feedback.message} onChange={(message) => change({ message })} />
      <FieldError message={formError()} />
      <Button type="submit" isBusy={state === 'busy'}>
        {t('submit')}
      </Button>
    </form>
  )
}
