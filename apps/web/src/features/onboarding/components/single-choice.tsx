import type { QuizStep } from '@kitewise/contract/onboarding-entities'
import { useEffect, useEffectEvent, useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import styles from './quiz-step.module.css'

/** Long enough to see what was chosen; a second tap within it goes nowhere. */
const showChoiceMs = 250

type SingleChoiceProps = {
  options: QuizStep['options']
  /** Id of the element that asks the question. */
  labelledBy: string
  chosen: string | undefined
  onChoose: (option: string) => void
  /** The choice has been seen. */
  onDone: () => void
}

/** Pressing an option chooses it and moves on, also the one chosen before. Buttons, since arrow keys must not move on. */
export const SingleChoice = ({ options, labelledBy, chosen, onChoose, onDone }: SingleChoiceProps) => {
  const [pressed, setPressed] = useState<string | null>(null)
  const moveOn = useEffectEvent(onDone)
  useEffect(() => {
    if (pressed === null) return undefined
    const timer = setTimeout(() => moveOn(), showChoiceMs)
    return () => clearTimeout(timer)
  }, [pressed])

  const press = (option: string): void => {
    if (pressed !== null) return
    setPressed(option)
    onChoose(option)
  }
  return (
    <div role="group" aria-labelledby={labelledBy} className={styles.options}>
      {options.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          className={classNames(styles.option, chosen === id && styles.chosen)}
          aria-pressed={chosen === id}
          onClick={() => press(id)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
