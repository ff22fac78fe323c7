import type { Exercise } from '@kitewise/contract/exercises'
import { type Choices, formatChoices, gradeExercise } from '@kitewise/rules/exercises'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { ExerciseAnswer } from './exercise-answer.tsx'
import { PracticeFrame } from './practice-frame.tsx'
import { PracticeKind } from './practice-kind.tsx'

type SampleExerciseProps = { exercise: Exercise; lang?: string | undefined }

/** An exercise for someone without an account: it works like in a lesson, and nothing is stored. */
export function SampleExercise({ exercise, lang }: SampleExerciseProps) {
  const t = useTranslations('practice')
  const [choices, setChoices] = useState<Choices>({})
  const [isAnswered, setAnswered] = useState(false)
  const isComplete = gradeExercise(exercise.slots, formatChoices(choices)) !== null
  const choose = (slot: string, choice: string): void => {
    setChoices({ ...choices, [slot]: choice })
    if (exercise.kind === 'reveal') setAnswered(true)
  }
  return (
    <PracticeFrame lang={lang}>
      <PracticeKind isRecall={false} kind={t(`exercise.${exercise.kind}`)} />
      <ExerciseAnswer
        exercise={exercise}
        choices={choices}
        choose={choose}
        isAnswered={isAnswered}
        isFresh
        lang={lang}
      />
      {!isAnswered && exercise.kind !== 'reveal' && (
        <Button onClick={() => setAnswered(true)} disabled={!isComplete}>
          {t('check')}
        </Button>
      )}
    </PracticeFrame>
  )
}
