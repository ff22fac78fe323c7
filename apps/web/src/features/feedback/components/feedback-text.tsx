import { feedbackLength } from '@kitewise/rules/feedback'
import { useTranslations } from 'use-intl'
import { Textarea } from '../../../components/field.tsx'
import { useSettled } from '../use-settled.ts'
import styles from './feedback-form.module.css'

const settledMs = 1_000

type FeedbackTextProps = { value: string; onChange: (text: string) => void }

/** Up to 150 characters. The count is seen at each key, and said when the typing pauses. */
export const FeedbackText = ({ value, onChange }: FeedbackTextProps) => {
  const t = useTranslations('feedback')
  const said = useSettled(value.length, settledMs)
  return (
    <div className={styles.words}>
      <Textarea
        label={t('textLabel')}
        name="feedback"
        value={value}
        maxLength={feedbackLength}
        hint={t('counter', { count: value.length, most: feedbackLength })}
        onChange={(event) => onChange(event.target.value)}
      />
      <p role="status" className="visually-hidden">
        {said > 0 && t('left', { count: feedbackLength - said })}
      </p>
    </div>
  )
}
