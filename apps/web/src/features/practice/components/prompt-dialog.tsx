import type { PromptCreation } from '@kitewise/contract/entities'
import type { PracticeAnswer } from '@kitewise/rules/practice'
import { Sheet } from '../../../components/sheet.tsx'
import { useAction } from '../../../lib/use-action.ts'
import type { EvaluatePrompt } from '../evaluate-prompt.ts'
import { hasPassed } from '../prompt-attempt.ts'
import type { StreamAnswer } from '../stream-answer.ts'
import { type Draft, usePromptAttempt } from '../use-prompt-attempt.ts'
import { EvaluatedPrompt } from './evaluated-prompt.tsx'
import { PromptFooter } from './prompt-footer.tsx'
import { PromptWriting } from './prompt-writing.tsx'

type PromptDialogProps = {
  prompt: PromptCreation
  /** Of the task, if it differs from the interface. */
  lang?: string | undefined
  draft: Draft
  /** The draft of the reply to the answer; without it, no reply is requested. */
  reply?: Draft
  evaluate: EvaluatePrompt
  /** Where a real answer can be requested from a model. */
  stream?: StreamAnswer
  /** `evaluate` works without a connection. */
  isLocal?: boolean
  /** The task was answered before. */
  isRepeat: boolean
  onClose: () => void
  onDone: (answered: PracticeAnswer) => void
}

/** CONTINUE records the answer; closing the dialog records only a prompt that has passed. */
export function PromptDialog({
  prompt,
  lang,
  draft,
  reply,
  evaluate,
  stream,
  isLocal,
  isRepeat,
  onClose,
  onDone,
}: PromptDialogProps) {
  const { attempt, ...actions } = usePromptAttempt({ ...draft, stored: draft.stored ?? prompt.draft ?? null }, evaluate)
  const { phase, judged } = attempt
  const isJudged = phase.name === 'judged' || phase.name === 'marking'
  const passed = isJudged && hasPassed(attempt)
  const { run: end } = useAction(() => {
    if (passed) draft.clear()
    if (judged) onDone({ answer: judged.prompt, isCorrect: passed })
    onClose()
  })
  return (
    <Sheet
      isOpen
      variant="screen"
      title={prompt.title}
      onClose={passed ? () => end() : onClose}
      footer={
        <PromptFooter
          attempt={attempt}
          isJudged={isJudged}
          isLocal={isLocal}
          onSubmit={actions.submit}
          onRetry={() => actions.retry()}
          onContinue={() => end()}
        />
      }
    >
      {!isJudged && <PromptWriting prompt={prompt} lang={lang} attempt={attempt} onType={actions.type} />}
      <EvaluatedPrompt
        attempt={attempt}
        isShown={isJudged}
        actions={actions}
        stream={stream}
        reply={reply}
        isFirstVisit={!isRepeat && draft.stored === null}
      />
    </Sheet>
  )
}
