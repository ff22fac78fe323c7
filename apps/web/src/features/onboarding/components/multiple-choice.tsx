import type { QuizStep } from '@kitewise/contract/onboarding-entities'
import { Checkbox } from '../../../components/checkbox.tsx'
import styles from './quiz-step.module.css'

type MultipleChoiceProps = {
  options: QuizStep['options']
  /** Id of the element that asks the question. */
  labelledBy: string
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Any number of answers. They are kept in the order of the quiz. */
export const MultipleChoice = ({ options, labelledBy, chosen, onChange }: MultipleChoiceProps) => {
  const toggle = (option: string): void =>
    onChange(options.map(({ id }) => id).filter((id) => (id === option) !== chosen.includes(id)))
  return (
    <div role="group" aria-labelledby={labelledBy} className={styles.options}>
      {options.map(({ id, label }) => (
        <Checkbox key={id} look="card" label={label} isChecked={chosen.includes(id)} onChange={() => toggle(id)} />
      ))}
    </div>
  )
}
