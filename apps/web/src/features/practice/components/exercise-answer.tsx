import type { Exercise } from '@kitewise/contract/exercises'
import { type Choices, formatChoices, gradeExercise } from '@kitewise/rules/exercises'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useHasCardFooter } from '../../../components/card-footer.tsx'
import { BetterExercise } from './better-exercise.tsx'
import { BlanksExercise } from './blanks-exercise.tsx'
import { ChoiceFeedback } from './choice-feedback.tsx'
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

type ExerciseAnswerProps = Omit<ExerciseParts<Exercise['kind']>, 'exercise'> & {
  exercise: Exercise
  /** Answered just now, so screen readers announce the feedback. */
  isFresh: boolean
}

/** The parts of an exercise to choose from. Once answered, it shows what is right and why; a prediction is never called wrong. */
export function ExerciseAnswer({ exercise, isFresh, ...parts }: ExerciseAnswerProps) {
  const t = useTranslations('practice')
  const { choices, isAnswered, lang } = parts
  const isCard = useHasCardFooter()
  const { slots } = exercise
  const isCorrect = gradeExercise(slots, formatChoices(choices))
  const all = Object.keys(slots)
  const right = all.filter((slot) => choices[slot] === slots[slot]?.correct).length
  return (
    <>
      {drawParts(exercise, parts)}
      {exercise.kind !== 'reveal' && isAnswered && (
        <ChoiceFeedback
          isCorrect={isCorrect ?? false}
          verdict={all.length > 1 && !isCorrect ? t('rightCount', { right, all: all.length }) : undefined}
          messages={exercise.kind === 'sort' && isCard ? whySorted(exercise, choices) : explain(exercise, choices)}
          lang={lang}
          isFresh={isFresh}
        />
      )}
    </>
  )
}

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

/** Why the items in a wrong group belong elsewhere. */
const whySorted = ({ items, slots }: Extract<Exercise, { kind: 'sort' }>, choices: Choices): string[] =>
  items.filter(({ id }) => choices[id] !== slots[id]?.correct).map(({ text, why }) => `${text} ${why}`)
