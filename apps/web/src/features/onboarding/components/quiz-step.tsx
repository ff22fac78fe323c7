import type { QuizStep } from '@kitewise/contract/onboarding-entities'
import { toggleOption } from '@kitewise/rules/quiz-effects'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Checkbox } from '../../../components/checkbox.tsx'
import { KiteString } from '../../../components/kite.tsx'
import { ActionBar, Stack } from '../../../components/layout.tsx'
import { ProgressBar } from '../../../components/progress-bar.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { answerStep, useOnboardingProgress } from '../onboarding-progress.ts'
import styles from './quiz-step.module.css'

/** One question, or a piece of information. A single choice moves on by itself, everything else by the button. */
export function QuizStepView({ step, onDone }: { step: QuizStep; onDone: () => void }) {
  const t = useTranslations('quiz')
  const titleId = useId()
  const chosen = useOnboardingProgress(({ answers }) => answers[step.id])

  const isOpen = step.kind === 'multiple' && (chosen ?? []).length === 0
  return (
    <>
      <div className={styles.step}>
        {step.kind === 'information' && (
          <div className={styles.scene}>
            <KiteString />
          </div>
        )}
        <Stack gap={8}>
          <h1 id={titleId} className={styles.title}>
            {step.title}
          </h1>
          {step.text !== '' && <p className={styles.text}>{step.text}</p>}
        </Stack>
        {step.kind === 'single' && (
          <SingleChoice
            options={step.options}
            labelledBy={titleId}
            chosen={chosen?.[0]}
            onChoose={(option) => answerStep(step.id, [option])}
            onDone={onDone}
          />
        )}
        {step.kind === 'multiple' && (
          <MultipleChoice
            options={step.options}
            labelledBy={titleId}
            chosen={chosen ?? []}
            onChange={(options) => answerStep(step.id, options)}
          />
        )}
      </div>
      {step.kind !== 'single' && (
        <ActionBar>
          <Button onClick={onDone} disabled={isOpen}>
            {t('continue')}
          </Button>
        </ActionBar>
      )}
    </>
  )
}

/** Long enough to see the choice; a second tap within it is ignored. */
const showChoiceMs = 250

type SingleChoiceProps = {
  options: QuizStep['options']
  /** Id of the element that asks the question. */
  labelledBy: string
  chosen: string | undefined
  onChoose: (option: string) => void
  /** The choice has been shown. */
  onDone: () => void
}

/** Moves on even if it was chosen before. Buttons, because arrow keys must not move on. */
const SingleChoice = ({ options, labelledBy, chosen, onChoose, onDone }: SingleChoiceProps) => {
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
    <Stack role="group" aria-labelledby={labelledBy} gap={12}>
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
    </Stack>
  )
}

type MultipleChoiceProps = {
  options: QuizStep['options']
  /** Id of the element that asks the question. */
  labelledBy: string
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** One or more answers, or an exclusive one. They are kept in the order of the quiz. */
const MultipleChoice = ({ options, labelledBy, chosen, onChange }: MultipleChoiceProps) => (
  <Stack role="group" aria-labelledby={labelledBy} gap={12}>
    {options.map(({ id, label }) => (
      <Checkbox
        key={id}
        look="card"
        label={label}
        isChecked={chosen.includes(id)}
        onChange={() => onChange(toggleOption(options, chosen, id))}
      />
    ))}
  </Stack>
)

export function StepCounter({ step, count }: { step: number; count: number }) {
  const t = useTranslations('quiz')
  return (
    <div className={styles.counter}>
      <p>{t('counter', { step, count })}</p>
      <ProgressBar percent={(step / count) * 100} label={t('progress')} />
    </div>
  )
}
