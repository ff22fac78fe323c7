import type { PromptCreation } from '@kitewise/contract/entities'
import { Sheet } from '../../../components/sheet.tsx'
import { useAction } from '../../../lib/use-action.ts'
import type { EvaluatePrompt, PromptPlace } from '../evaluate-prompt.ts'
import { hasPassed } from '../prompt-attempt.ts'
import { streamAnswer } from '../stream-answer.ts'
import { useDraft } from '../use-draft.ts'
import { usePromptAttempt } from '../use-prompt-attempt.ts'
import { EvaluatedPrompt } from './evaluated-prompt.tsx'
import type { PracticeAnswered } from './practice-block.tsx'
import { PromptFooter } from './prompt-footer.tsx'
import { PromptWriting } from './prompt-writing.tsx'

type PromptDialogProps = {
  prompt: PromptCreation
  /** Of the task, if it differs from the interface. */
  lang?: string | undefined
  draftId: string
  place: PromptPlace
  evaluate: EvaluatePrompt
  /** The task was answered before. */
  isRepeat: boolean
  onClose: () => void
  onDone: (answered: PracticeAnswered) => void
}

/** CONTINUE records the answer; closing the dialog records only a prompt that has passed. */
export function PromptDialog({ prompt, lang, draftId, place, evaluate, isRepeat, onClose, onDone }: PromptDialogProps) {
  const draft = useDraft(draftId)
  const reply = useDraft(`${draftId} reply`)
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
        stream={(...sent) => streamAnswer(place, ...sent)}
        reply={reply}
        isFirstVisit={!isRepeat && draft.stored === null}
      />
    </Sheet>
  )
}
