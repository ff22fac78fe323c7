import type { PracticeResult } from '@kitewise/contract/entities'
import type { Exercise } from '@kitewise/contract/exercises'
import { type Choices, formatChoices, gradeExercise, parseChoices } from '@kitewise/rules/exercises'
import { type ReactNode, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { useAction } from '../../../lib/use-action.ts'
import { useDraft } from '../use-draft.ts'
import type { PracticeAnswered } from './practice-block.tsx'
import styles from './practice-card.module.css'
import { PracticeKind } from './practice-kind.tsx'
import { ChoiceFeedback } from './choice-feedback.tsx'
import { BetterExercise } from './better-exercise.tsx'
import { BlanksExercise } from './blanks-exercise.tsx'
import { FlawExercise } from './flaw-exercise.tsx'
import { RevealExercise } from './reveal-exercise.tsx'
import { SortExercise } from './sort-exercise.tsx'

/** What each type of exercise draws from. */
export type ExerciseParts<Kind extends Exercise['kind']> = {
  exercise: Extract<Exercise, { kind: Kind }>
  /** The learner's choice per slot, so far or as answered. */
  choices: Choices
  choose: (slot: string, choice: string) => void
  /** The choices are final, and the right ones are marked. */
  isAnswered: boolean
  /** Of the texts, if it differs from the interface. */
  lang?: string | undefined
}

type LightExerciseProps = {
  practiceId: string
  exercise: Exercise
  lang?: string | undefined
  isRecall: boolean
  result: PracticeResult | null
  onDone: (answered: PracticeAnswered) => void
}

/** An exercise of a tap or a few: never required. Once answered, it shows what is right and why. */
export function LightExercise({ practiceId, exercise, lang, isRecall, result, onDone }: LightExerciseProps) {
  const t = useTranslations('practice')
  const locale = useLocale()
  const draft = useDraft(practiceId)
  const [chosen, setChosen] = useState(() => choicesIn(exercise, draft.stored ?? ''))
  const [submitted, setSubmitted] = useState<string | null>(null)
  const answer = submitted ?? result?.answer ?? null
  const choices = answer === null ? chosen : parseChoices(answer)
  const { slots } = exercise
  const isCorrect = gradeExercise(slots, formatChoices(choices))
  const all = Object.keys(slots)
  const right = all.filter((slot) => choices[slot] === slots[slot]?.correct).length

  const { run: submit } = useAction((next: Choices) => {
    const given = formatChoices(next)
    const isRight = gradeExercise(slots, given)
    if (isRight === null) return
    setSubmitted(given)
    draft.clear()
    onDone({ answer: given, isCorrect: isRight })
  })
  const choose = (slot: string, choice: string): void => {
    const next = { ...choices, [slot]: choice }
    setChosen(next)
    draft.keep(formatChoices(next))
    if (exercise.kind === 'reveal') submit(next)
  }

  const parts = { choices, choose, isAnswered: answer !== null, lang }
  const verdict = all.length > 1 && !isCorrect ? t('rightCount', { right, all: all.length }) : undefined
  return (
    <Card className={styles.card} lang={lang && locale}>
      <PracticeKind isRecall={isRecall} kind={t(`exercise.${exercise.kind}`)} />
      {drawParts(exercise, parts)}
      {exercise.kind !== 'reveal' && answer === null && (
        <Button onClick={() => submit(choices)} disabled={isCorrect === null}>
          {t('check')}
        </Button>
      )}
      {exercise.kind !== 'reveal' && answer !== null && (
        <ChoiceFeedback
          isCorrect={isCorrect ?? false}
          verdict={verdict}
          messages={explain(exercise, choices)}
          lang={lang}
          isFresh={submitted !== null}
        />
      )}
    </Card>
  )
}

/** The choices of a draft that the exercise still has. */
const choicesIn = ({ slots }: Exercise, stored: string): Choices =>
  Object.fromEntries(
    Object.entries(parseChoices(stored)).filter(([slot, choice]) => slots[slot]?.options.includes(choice)),
  )

const drawParts = (exercise: Exercise, parts: Omit<ExerciseParts<Exercise['kind']>, 'exercise'>): ReactNode => {
  switch (exercise.kind) {
    case 'reveal':
      return <RevealExercise exercise={exercise} {...parts} />
    case 'sort':
      return <SortExercise exercise={exercise} {...parts} />
    case 'blanks':
      return <BlanksExercise exercise={exercise} {...parts} />
    case 'flaw':
      return <FlawExercise exercise={exercise} {...parts} />
    case 'better':
      return <BetterExercise exercise={exercise} {...parts} />
    default:
      return null
  }
}

/** Why the right choices are right; a sort explains each item in its place. */
const explain = (exercise: Exercise, choices: Choices): string[] => {
  switch (exercise.kind) {
    case 'blanks':
      return exercise.blanks.map(({ why }) => why)
    case 'flaw': {
      const whyOf = (id: string | undefined) => exercise.parts.find((part) => part.id === id)?.why ?? ''
      return [...new Set([whyOf(choices.part), whyOf(exercise.slots.part?.correct)])]
    }
    case 'better':
      return [exercise.why]
    default:
      return []
  }
}
