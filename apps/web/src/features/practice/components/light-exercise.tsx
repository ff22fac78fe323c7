import type { PracticeResult } from '@kitewise/contract/entities'
import type { Exercise } from '@kitewise/contract/exercises'
import { type Choices, formatChoices, gradeExercise, parseChoices } from '@kitewise/rules/exercises'
import type { PracticeAnswer } from '@kitewise/rules/practice'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { InCardFooter } from '../../../components/card-footer.tsx'
import { feel } from '../../../lib/feel.ts'
import { useAction } from '../../../lib/use-action.ts'
import type { Draft } from '../use-prompt-attempt.ts'
import { PracticeFrame } from './practice-frame.tsx'
import { PracticeKind } from './practice-kind.tsx'
import { ExerciseAnswer } from './exercise-answer.tsx'

type LightExerciseProps = {
  draft: Draft
  exercise: Exercise
  lang?: string | undefined
  isRecall: boolean
  result: PracticeResult | null
  onDone: (answered: PracticeAnswer) => void
}

/** An exercise of a tap or a few: never required. Once answered, it shows what is right and why. */
export function LightExercise({ draft, exercise, lang, isRecall, result, onDone }: LightExerciseProps) {
  const t = useTranslations('practice')
  const [chosen, setChosen] = useState(() => choicesIn(exercise, draft.stored ?? ''))
  const [submitted, setSubmitted] = useState<string | null>(null)
  const answer = submitted ?? result?.answer ?? null
  const choices = answer === null ? chosen : parseChoices(answer)
  const { slots } = exercise

  const { run: submit } = useAction((next: Choices) => {
    const given = formatChoices(next)
    const isRight = gradeExercise(slots, given)
    if (isRight === null) return
    setSubmitted(given)
    // A prediction is never called wrong.
    if (exercise.kind !== 'reveal') feel(isRight ? 'right' : 'wrong')
    draft.clear()
    onDone({ answer: given, isCorrect: isRight })
  })
  const choose = (slot: string, choice: string): void => {
    feel('choice')
    const next = { ...choices, [slot]: choice }
    setChosen(next)
    draft.keep(formatChoices(next))
    if (exercise.kind === 'reveal') submit(next)
  }

  return (
    <PracticeFrame lang={lang}>
      <PracticeKind isRecall={isRecall} kind={t(`exercise.${exercise.kind}`)} />
      <ExerciseAnswer
        exercise={exercise}
        choices={choices}
        choose={choose}
        isAnswered={answer !== null}
        isFresh={submitted !== null}
        lang={lang}
      />
      {exercise.kind !== 'reveal' && answer === null && (
        <InCardFooter>
          <Button onClick={() => submit(choices)} disabled={gradeExercise(slots, formatChoices(choices)) === null}>
            {t('check')}
          </Button>
        </InCardFooter>
      )}
    </PracticeFrame>
  )
}

/** The choices of a draft that the exercise still has. */
const choicesIn = ({ slots }: Exercise, stored: string): Choices =>
  Object.fromEntries(
    Object.entries(parseChoices(stored)).filter(([slot, choice]) => slots[slot]?.options.includes(choice)),
  )
