import type { PromptCreation } from '@kitewise/contract/entities'
import { isPassingScore } from '@kitewise/rules/prompt-score'
import { Sheet } from '../../../components/sheet.tsx'
import { useAction } from '../../../lib/use-action.ts'
import type { EvaluatePrompt } from '../evaluate-prompt.ts'
import { usePromptAttempt } from '../use-prompt-attempt.ts'
import type { PracticeAnswered } from './practice-block.tsx'
import { PromptFooter } from './prompt-footer.tsx'
import { PromptResult } from './prompt-result.tsx'
import { PromptWriting } from './prompt-writing.tsx'

type PromptDialogProps = {
  prompt: PromptCreation
  /** Of the task, where it is not in the interface's language. */
  lang?: string | undefined
  draftId: string
  evaluate: EvaluatePrompt
  onClose: () => void
  onDone: (answered: PracticeAnswered) => void
}

/**
 * Write a prompt, have it scored, try again or go on. CONTINUE records the answer; closing the dialog records a prompt that has
 * passed, so that nobody loses it, and nothing else.
 */
export const PromptDialog = ({ prompt, lang, draftId, evaluate, onClose, onDone }: PromptDialogProps) => {
  const { attempt, type, submit, retry, forgetDraft } = usePromptAttempt(draftId, evaluate)
  const judged = attempt.phase === 'judged' ? attempt.evaluation : null
  const hasPassed = judged !== null && isPassingScore(judged.score)
  const { run: end } = useAction(() => {
    if (hasPassed) forgetDraft()
    if (judged) onDone({ answer: attempt.text.trim(), isCorrect: hasPassed })
    onClose()
  })
  return (
    <Sheet
      isOpen
      variant="screen"
      title={prompt.title}
      onClose={hasPassed ? () => end() : onClose}
      footer={
        <PromptFooter
          attempt={attempt}
          hasPassed={hasPassed}
          onSubmit={submit}
          onRetry={retry}
          onContinue={() => end()}
        />
      }
    >
      {judged ? (
        <PromptResult evaluation={judged} hasPassed={hasPassed} original={attempt.text.trim()} />
      ) : (
        <PromptWriting prompt={prompt} lang={lang} attempt={attempt} onType={type} />
      )}
    </Sheet>
  )
}
