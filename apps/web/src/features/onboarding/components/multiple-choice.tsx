import type { QuizStep } from '@kitewise/contract/onboarding-entities'
import { toggleOption } from '@kitewise/rules/quiz-effects'
import { Checkbox } from '../../../components/checkbox.tsx'
import styles from './quiz-step.module.css'

type MultipleChoiceProps = {
  options: QuizStep['options']
  /** Id of the element that asks the question. */
  labelledBy: string
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** One answer or more, or the one that rules out the others. They are kept in the order of the quiz. */
export const MultipleChoice = ({ options, labelledBy, chosen, onChange }: MultipleChoiceProps) => (
  <div role="group" aria-labelledby={labelledBy} className={styles.options}>
    {options.map(({ id, label }) => (
      <Checkbox
        key={id}
        look="card"
        label={label}
        isChecked={chosen.includes(id)}
        onChange={() => onChange(toggleOption(options, chosen, id))}
      />
    ))}
  </div>
)
