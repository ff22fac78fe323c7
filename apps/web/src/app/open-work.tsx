import type { CertificateRequirements } from '@kitewise/contract/certificates'
import type { Course } from '@kitewise/contract/entities'
import type { PracticeAnswer } from '@kitewise/rules/practice'
import { MissingWork } from '../features/certificates/components/missing-work.tsx'
import type { PracticeSlot } from '../features/learning/components/learn-screen.tsx'
import { LessonPractice } from '../features/learning/components/lesson-practice.tsx'
import { PracticeBlock } from '../features/practice/components/practice-block.tsx'

type OpenWorkProps = { course: Course; requirements: CertificateRequirements; onPracticed: () => void }

/** What a certificate still requires, with the final task in place. */
export function OpenWork({ course, requirements, onPracticed }: OpenWorkProps) {
  const renderPractice = (slot: PracticeSlot) => {
    const onDone = (answered: PracticeAnswer): void => {
      slot.onDone(answered)
      onPracticed()
    }
    return <PracticeBlock {...slot} onDone={onDone} />
  }
  const capstone = <LessonPractice {...requirements.capstone} courseId={course.id} renderPractice={renderPractice} />
  return <MissingWork course={course} requirements={requirements} capstone={capstone} />
}
