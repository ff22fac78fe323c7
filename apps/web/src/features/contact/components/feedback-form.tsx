import { countSigns } from '@kitewise/contract/typed/signs'
import * as textLimits from '@kitewise/contract/typed/text-limits'
import { starCounts } from '@kitewise/rules/feedback'
import { type FormEvent, useEffect, useEffectEvent, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Cluster, Stack } from '../../../components/layout.tsx'
import { Button } from '../../../components/button.tsx'
import { FieldError, Textarea } from '../../../components/field.tsx'
import { Icon } from '../../../components/icon.tsx'
import { brand } from '../../../lib/brand.ts'
import { classNames } from '../../../lib/class-names.ts'
import { useLearner } from '../../../lib/session/session.ts'
import { useFeedback, useRefusalText, useSettled } from '../use-feedback.ts'
import styles from './contact.module.css'

/** Stars, words, or both. After sending it says thanks, and calls `onDone` a little later. */
export function FeedbackForm({ onDone }: { onDone: () => void }) {
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
    <Stack as="form" gap={20} onSubmit={submit} noValidate>
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
    </Stack>
  )
}

type StarRatingProps = { value: number | null; onChange: (stars: number) => void; error: string | null }

/** One to five stars over native radios: arrow keys move, space chooses. The number is also shown in words. */
const StarRating = ({ value, onChange, error }: StarRatingProps) => {
  const t = useTranslations('feedback')
  const id = useId()
  return (
    <Stack
      role="radiogroup"
      as="fieldset"
      gap={8}
      aria-invalid={error === null ? undefined : true}
      aria-describedby={error === null ? undefined : `${id}-error`}
    >
      <legend className={styles.legend}>{t('ratingLegend')}</legend>
      <Cluster gap={4} className={styles.stars}>
        {starCounts.map((stars) => (
          <label key={stars} className={classNames(styles.star, value !== null && stars <= value && styles.lit)}>
            <input
              type="radio"
              className={styles.radio}
              name={id}
              value={stars}
              checked={value === stars}
              onChange={() => onChange(stars)}
            />
            <Icon name="star" />
            <span className="visually-hidden">{t('stars', { count: stars })}</span>
          </label>
        ))}
        <span className={styles.count} aria-hidden="true">
          {value !== null && t('stars', { count: value })}
        </span>
      </Cluster>
      <FieldError id={`${id}-error`} message={error} />
    </Stack>
  )
}

const settledMs = 1_000

type FeedbackTextProps = { value: string; onChange: (text: string) => void }

/** Up to 150 characters. The count updates with each key and is announced when the typing pauses. */
const FeedbackText = ({ value, onChange }: FeedbackTextProps) => {
  const t = useTranslations('feedback')
  const count = countSigns(value)
  const said = useSettled(count, settledMs)
  return (
    <div className={styles.words}>
      <Textarea
        label={t('textLabel')}
        name="feedback"
        value={value}
        limit={textLimits.feedback}
        hint={t('counter', { count, most: textLimits.feedback })}
        onChange={(event) => onChange(event.target.value)}
      />
      <p role="status" className="visually-hidden">
        {said > 0 && t('left', { count: textLimits.feedback - said })}
      </p>
    </div>
  )
}

/** How long the thanks are shown (docs/product.md). */
const backAfterMs = 2_000

const FeedbackThanks = ({ onDone }: { onDone: () => void }) => {
  const t = useTranslations('feedback')
  const heading = useRef<HTMLHeadingElement>(null)
  const goBack = useEffectEvent(onDone)
  useEffect(() => {
    heading.current?.focus()
    const timer = setTimeout(() => goBack(), backAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.thanks}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {t('thanksTitle')}
      </h2>
      <p role="status" className={styles.text}>
        {t('thanks')}
      </p>
      <Button variant="secondary" onClick={onDone}>
        {t('goBack')}
      </Button>
    </div>
  )
}
