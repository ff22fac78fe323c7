import { outboxOf } from './learner-outbox.ts'
import type { Write } from './write.ts'

/**
 * Reads something of the learner's progress and counts in what is still on its way to the server.
 * @param overlay gives the answer as it will be after these writes; it may get a write twice, and one that the answer has already
 */
export const readWithUnsent = async <Answer>(
  userId: string,
  read: () => Promise<Answer>,
  overlay: (answer: Answer, writes: readonly Write[]) => Answer,
): Promise<Answer> => {
  const outbox = outboxOf(userId)
  // Listed before and after: what is sent while the answer travels may be missing in it.
  const before = await outbox.list()
  const answer = await read()
  return overlay(answer, [...before, ...(await outbox.list())])
}
