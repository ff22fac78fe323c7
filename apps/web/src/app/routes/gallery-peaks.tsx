import { type ReactElement, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Sheet, useModal } from '../../components/sheet.tsx'
import { Switch } from '../../components/switch.tsx'
import { Cover } from '../../features/courses/components/cover.tsx'
import { WelcomeBack } from '../../features/courses/components/welcome-back.tsx'
import { unknownProgress } from '../../features/courses/course-progress.ts'
import { GallerySection, Specimen } from '../../features/gallery/components/specimen.tsx'
import { sampleAttempt, sampleCourse, sampleMoment, samplePlan } from '../../features/gallery/peak-samples.ts'
import { LessonPeak } from '../../features/learning/components/lesson-peak.tsx'
import { StartPeak } from '../../features/onboarding/components/start-peak.tsx'
import { PlanView } from '../../features/onboarding/components/plan-view.tsx'
import { EvaluatedPrompt } from '../../features/practice/components/evaluated-prompt.tsx'
import { PromptFooter } from '../../features/practice/components/prompt-footer.tsx'
import { peakOfToday } from '../../lib/peak-of-today.ts'

type OnClose = { onClose: () => void }

const peaks: Record<string, (props: OnClose) => ReactElement> = {
  'Finished lesson': ({ onClose }) => <LessonPeak moment={sampleMoment('lesson')} onClose={onClose} />,
  'Finished level': ({ onClose }) => <LessonPeak moment={sampleMoment('level')} onClose={onClose} />,
  'Finished course': ({ onClose }) => <LessonPeak moment={sampleMoment('course')} onClose={onClose} />,
  'Passed prompt': ({ onClose }) => <PassedDialog onClose={onClose} />,
  'First minute': ({ onClose }) => <FirstMinuteDialog onClose={onClose} />,
  Plan: ({ onClose }) => (
    <Sheet isOpen variant="screen" title="After the quiz" onClose={onClose}>
      <PlanView
        plan={samplePlan}
        cover={<Cover url={samplePlan.course.image.url} alternativeText="" shape="hero" />}
        lessonLanguages={null}
        freeTask={
          <Button variant="secondary" onClick={onClose}>
            Back to the gallery
          </Button>
        }
      />
    </Sheet>
  ),
  'Welcome back': ({ onClose }) => <WelcomeBack next={nextStep} finishedLessons={5} onClose={onClose} />,
}

/** A button for each peak that plays it, in full or as a later one of the day. */
export function PeakSpecimens() {
  const [name, setName] = useState<string | null>(null)
  const [isFirst, setIsFirst] = useState(true)
  const Peak = name === null ? undefined : peaks[name]
  return (
    <GallerySection title="Peaks">
      <Switch label="As the first one of the day" isOn={isFirst} onChange={setIsFirst} />
      {Object.keys(peaks).map((peak) => (
        <Specimen key={peak} state={peak}>
          <Button
            variant="secondary"
            width="fit"
            onClick={() => {
              if (isFirst) peakOfToday.giveBack()
              setName(peak)
            }}
          >
            Play: {peak}
          </Button>
        </Specimen>
      ))}
      {Peak && <Peak onClose={() => setName(null)} />}
    </GallerySection>
  )
}

const nextStep = {
  course: sampleCourse,
  progress: unknownProgress,
  lessonTitle: 'Set limits it can keep',
  lessonImage: '/covers/ai-zero.l06.svg',
  minutes: 5,
  path: '/course/ai-zero/lesson/ai-zero.l06/start',
  kind: 'next' as const,
}

const FirstMinuteDialog = ({ onClose }: OnClose) => {
  const modal = useModal(onClose)
  return (
    <dialog {...modal} aria-label="First minute">
      <StartPeak
        chosen={{ plan: samplePlan, course: sampleCourse }}
        action={<Button onClick={onClose}>Back to the gallery</Button>}
      />
    </dialog>
  )
}

const ignore = (): void => undefined
const noActions = {
  type: ignore,
  submit: ignore,
  mark: ignore,
  deny: ignore,
  openMarking: ignore,
  closeMarking: ignore,
  retry: ignore,
}

const PassedDialog = ({ onClose }: OnClose) => (
  <Sheet
    isOpen
    variant="screen"
    title="A free Saturday"
    onClose={onClose}
    footer={<PromptFooter attempt={sampleAttempt} isJudged onSubmit={ignore} onRetry={onClose} onContinue={onClose} />}
  >
    <EvaluatedPrompt attempt={sampleAttempt} isShown actions={noActions} isFirstVisit={false} />
  </Sheet>
)
