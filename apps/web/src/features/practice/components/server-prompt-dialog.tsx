import type { ComponentProps } from 'react'
import type { PromptPlace } from '../evaluate-prompt.ts'
import { streamAnswer } from '../stream-answer.ts'
import { useDraft } from '../use-draft.ts'
import { PromptDialog } from './prompt-dialog.tsx'

type ServerPromptDialogProps = Omit<ComponentProps<typeof PromptDialog>, 'draft' | 'reply' | 'stream'> & {
  draftId: string
  place: PromptPlace
}

/** A prompt task with the learner's drafts, and the server's model for an answer. */
export function ServerPromptDialog({ draftId, place, ...dialog }: ServerPromptDialogProps) {
  const draft = useDraft(draftId)
  const reply = useDraft(`${draftId} reply`)
  return <PromptDialog {...dialog} draft={draft} reply={reply} stream={(...sent) => streamAnswer(place, ...sent)} />
}
