import type { Choices } from '@kitewise/rules/exercises'
import { useTranslations } from 'use-intl'
import { GallerySection } from '../../features/gallery/components/specimen.tsx'
import { sampleExercises } from '../../features/gallery/exercise-samples.ts'
import { ExerciseAnswer } from '../../features/practice/components/exercise-answer.tsx'
import { PracticeFrame } from '../../features/practice/components/practice-frame.tsx'
import { PracticeKind } from '../../features/practice/components/practice-kind.tsx'
import { SampleExercise } from '../../features/practice/components/sample-exercise.tsx'
import { ButtonSpecimens, ChoiceSpecimens, FieldSpecimens } from '../../features/gallery/components/controls.tsx'
import { MotifSpecimens, ProgressSpecimens } from '../../features/gallery/components/motifs.tsx'
import {
  CardSpecimens,
  OverlaySpecimens,
  ShapeSpecimens,
  StateSpecimens,
} from '../../features/gallery/components/surfaces.tsx'
import { PeakSpecimens } from './gallery-peaks.tsx'

/** All parts of the gallery, in one chunk. */
export function Specimens() {
  return (
    <>
      <ButtonSpecimens />
      <PeakSpecimens />
      <ChoiceSpecimens />
      <FieldSpecimens />
      <ExerciseSpecimens />
      <CardSpecimens />
      <OverlaySpecimens />
      <StateSpecimens />
      <ShapeSpecimens />
      <ProgressSpecimens />
      <MotifSpecimens />
    </>
  )
}

type Sample = (typeof sampleExercises)[number]

/** Each type of exercise: open, answered right, and answered wrong. The open ones can be answered. */
function ExerciseSpecimens() {
  return sampleExercises.map((sample) => (
    <GallerySection key={sample.name} title={`Exercise: ${sample.name}`}>
      <SampleExercise exercise={sample.exercise} />
      <Answered {...sample} choices={sample.right} />
      <Answered {...sample} choices={sample.wrong} />
    </GallerySection>
  ))
}

const Answered = ({ exercise, choices }: Sample & { choices: Choices }) => {
  const t = useTranslations('practice')
  return (
    <PracticeFrame>
      <PracticeKind isRecall={false} kind={t(`exercise.${exercise.kind}`)} />
      <ExerciseAnswer exercise={exercise} choices={choices} choose={() => undefined} isAnswered isFresh={false} />
    </PracticeFrame>
  )
}
