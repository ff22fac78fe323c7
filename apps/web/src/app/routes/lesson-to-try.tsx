import type { Lesson } from '@kitewise/contract/entities'
import { LessonSample } from '../../features/learning/components/lesson-sample.tsx'
import { SampleExercise } from '../../features/practice/components/sample-exercise.tsx'

/** The first lesson on a course's page for newcomers. It brings the Markdown reader and the exercises, so it loads after the page. */
export function LessonToTry({ lesson }: { lesson: Lesson }) {
  return (
    <LessonSample
      lesson={lesson}
      renderExercise={(exercise, lang) => <SampleExercise exercise={exercise} lang={lang} />}
    />
  )
}
