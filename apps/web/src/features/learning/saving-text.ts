import type { OutboxState } from '../../lib/outbox/outbox.ts'

export type SavingText = 'saved' | 'saving' | 'notSaved'

/**
 * What the learner is told about their writes; null while there is nothing to tell.
 *
 * @param hasWritten whether anything was written since the screen was opened
 */
export const savingText = ({ pending, activity }: OutboxState, hasWritten: boolean): SavingText | null => {
  if (pending === 0) return hasWritten ? 'saved' : null
  return activity === 'waiting' ? 'notSaved' : 'saving'
}
