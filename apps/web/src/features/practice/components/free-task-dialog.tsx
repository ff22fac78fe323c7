import type { PromptCreation } from '@kitewise/contract/entities'
import { Sheet } from '../../../components/sheet.tsx'
import type { EvaluatePrompt } from '../evaluate-prompt.ts'
import { hasPassed } from '../prompt-attempt.ts'
import { type Draft, usePromptAttempt } from '../use-prompt-attempt.ts'
import { EvaluatedPrompt } from './evaluated-prompt.tsx'
import { PromptFooter } from './prompt-footer.tsx'
import { PromptWriting } from './prompt-writing.tsx'

type FreeTaskDialogProps = {
  prompt: PromptCreation
  draft: Draft
  evaluate: EvaluatePrompt
  /** The message after too many attempts. */
  tooMany: string
  onClose: (hasPassed: boolean) => void
}

/** A prompt task for visitors: nothing is recorded, and no model answers. */
export function FreeTaskDialog({ prompt, draft, evaluate, tooMany, onClose }: FreeTaskDialogProps) {
  const { attempt, ...actions } = usePromptAttempt(draft, evaluate)
  const { phase, judged } = attempt
  const isJudged = phase.name === 'judged' || phase.name === 'marking'
  const close = (): void => onClose(judged !== null && hasPassed(attempt))
  return (
    <Sheet
      isOpen
      variant="screen"
      title={prompt.title}
      onClose={close}
      footer={
        <PromptFooter
          attempt={attempt}
          isJudged={isJudged}
          tooMany={tooMany}
          onSubmit={actions.submit}
          onRetry={() => actions.retry()}
          onContinue={close}
        />
      }
    >
      {!isJudged && <PromptWriting prompt={prompt} lang={undefined} attempt={attempt} onType={actions.type} />}
      <EvaluatedPrompt attempt={attempt} isShown={isJudged} actions={actions} isFirstVisit={draft.stored === null} />
    </Sheet>
  )
}
