import type { DeskAnswer } from '@kitewise/contract/desk'
import type { Lesson, LessonProgress, User } from '@kitewise/contract/entities'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { ErrorView } from '../../components/message-view.tsx'
import { LessonShape } from '../../components/learner-shapes.tsx'
import { LessonPlayer } from '../../features/learning/components/lesson-player.tsx'
import { overlayWrites } from '../../features/learning/learner-writes.ts'
import { PracticeBlock } from '../../features/practice/components/practice-block.tsx'
import type { EvaluatePrompt } from '../../features/practice/evaluate-prompt.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { LearnerContext } from '../../lib/session/session.ts'
import { Screen } from '../shell/screen.tsx'

type Draft = DeskAnswer<'contentDraft'>['data']

/** With the cookie of the desk; a learner's session opens nothing there. */
const readDraft = async (course: string, lesson: string, language: string): Promise<Draft> => {
  const path = `/api/desk/content/drafts/${encodeURIComponent(course)}/${encodeURIComponent(lesson)}`
  const response = await fetch(`${path}?language=${encodeURIComponent(language)}`)
  if (!response.ok) throw new Error(`The draft was answered with ${response.status}.`)
  const { data } = (await response.json()) as DeskAnswer<'contentDraft'>
  return data
}

/** For the desk's frame: a lesson as its files are now, played as by a learner. Nothing is stored. */
export function DraftPreviewPage() {
  const t = useTranslations('lesson')
  const errorText = useErrorText()
  const { course = '', lesson = '', language = '' } = useParams()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['draft', course, lesson, language],
    queryFn: () => readDraft(course, lesson, language),
    retry: false,
  })
  const [round, setRound] = useState(0)
  return (
    <Screen title={data?.lesson?.title ?? t('title')} width="measure">
      {error ? (
        <ErrorView
          message={errorText(error)}
          headingLevel="h1"
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {data || error ? null : <LessonShape />}
      {data?.lesson ? (
        <LearnerContext value={nobody}>
          <PlayedDraft key={round} lesson={data.lesson} tasks={data.tasks} onEnd={() => setRound(round + 1)} />
        </LearnerContext>
      ) : null}
    </Screen>
  )
}

/** Drafts of answers are kept in the browser under this name. */
const nobody: User = { id: 'draft-preview', email: '', username: '', isPinSetUp: true, lang: 'en' }

type PlayedDraftProps = { lesson: Lesson; tasks: Draft['tasks']; onEnd: () => void }

/** Ends and closes at its first card. */
const PlayedDraft = ({ lesson, tasks, onEnd }: PlayedDraftProps) => {
  const [progress, setProgress] = useState<LessonProgress>({
    lessonId: lesson.id,
    started: false,
    finished: false,
    fragmentProgress: {},
  })
  const finish = async (stored: Promise<unknown>): Promise<void> => {
    await stored
    onEnd()
  }
  return (
    <LessonPlayer
      lesson={lesson}
      progress={progress}
      save={async (write) => setProgress((before) => overlayWrites(before, [write]))}
      ending={{ finish, isFinishing: false, hasFailed: false }}
      onClose={onEnd}
      renderPractice={(slot) => <PracticeBlock {...slot} evaluate={evaluatorOf(tasks[slot.practice?.id ?? ''])} />}
    />
  )
}

const evaluatorOf = (task: object | undefined): EvaluatePrompt | undefined =>
  task &&
  (async (prompt, shown) =>
    (await import('../../features/practice/without-connection.ts')).evaluateDraft(task, prompt, shown))
