import type { QuizStep } from '@kitewise/contract/onboarding-entities'
import { toggleOption } from '@kitewise/rules/quiz-effects'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Checkbox } from '../../../components/checkbox.tsx'
import { KiteMark } from '../../../components/kite.tsx'
import { ActionBar, Stack } from '../../../components/layout.tsx'
import { ProgressBar } from '../../../components/progress-bar.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { feel } from '../../../lib/feel.ts'
import { answerStep, useOnboardingProgress } from '../onboarding-progress.ts'
import { OptionIcon } from './quiz-icons.tsx'
import { QuizMoves } from './quiz-moves.tsx'
import styles from './quiz-step.module.css'

type QuizStepViewProps = {
  step: QuizStep
  /** What follows from the answer before. */
  reply: string | undefined
  /** The step was reached by going back. */
  isReturn: boolean
  onDone: () => void
  onBack: () => void
}

/** One question, or a piece of information. A single choice moves on by itself, everything else by the button. */
export function QuizStepView({ step, reply, isReturn, onDone, onBack }: QuizStepViewProps) {
  const t = useTranslations('quiz')
  const titleId = useId()
  const chosen = useOnboardingProgress(({ answers }) => answers[step.id])

  const isOpen = step.kind !== 'information' && (chosen ?? []).length === 0
  const goOn = (): void => {
    if (!isOpen) onDone()
  }
  const frame = useRef<HTMLDivElement>(null)
  return (
    <>
      <div
        ref={frame}
        className={classNames(styles.step, isReturn && styles.back, step.kind === 'information' && styles.informed)}
      >
        <QuizMoves frame={frame} onForward={goOn} onBack={onBack} />
        {reply !== undefined && (
          <p className={styles.reply}>
            <KiteMark />
            <span className={styles.words}>{reply}</span>
          </p>
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
    feel('choice')
    setPressed(option)
    onChoose(option)
  }
  return (
    <Stack role="group" aria-labelledby={labelledBy} gap={12}>
      {options.map(({ id, label }, index) => (
        <button
          key={id}
          type="button"
          className={classNames(styles.option, chosen === id && styles.chosen)}
          aria-pressed={chosen === id}
          onClick={() => press(id)}
        >
          <OptionIcon option={id} />
          <span className={styles.words}>{label}</span>
          <Digit index={index} />
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
    {options.map(({ id, label }, index) => (
      <Checkbox
        key={id}
        look="card"
        label={
          <span className={styles.multiple}>
            <OptionIcon option={id} />
            <span className={styles.words}>{label}</span>
            <Digit index={index} />
          </span>
        }
        isChecked={chosen.includes(id)}
        onChange={() => {
          feel('choice')
          onChange(toggleOption(options, chosen, id))
        }}
      />
    ))}
  </Stack>
)

/** The key that chooses the option, where there are keys. */
const Digit = ({ index }: { index: number }) => (
  <span className={styles.digit} aria-hidden="true">
    {index + 1}
  </span>
)

/** What the quiz gives and how long it takes, on the picture of the first step. */
export function QuizPromise() {
  const t = useTranslations('quiz')
  return (
    <div className={styles.promise}>
      <p className={styles.promiseTitle}>{t('promise')}</p>
      <p className={styles.promiseText}>{t('promiseText')}</p>
    </div>
  )
}

export function StepCounter({ step, count }: { step: number; count: number }) {
  const t = useTranslations('quiz')
  return (
    <div className={styles.counter}>
      <p>{t('counter', { step, count })}</p>
      <ProgressBar percent={(step / count) * 100} label={t('progress')} />
    </div>
  )
}
