import type { SingleChoiceTest } from '@kitewise/contract/entities'
import { passMark } from '@kitewise/evaluator/score'

/** A skip never replaces an answer, nor a wrong answer a right one (docs/product.md R66; docs/decisions/0008). */
export const skippedAnswer = 'SKIPPED'

export type PracticeAnswer = { answer: string; isCorrect: boolean }

const worth = ({ answer, isCorrect }: PracticeAnswer): number => (answer === skippedAnswer ? 0 : isCorrect ? 2 : 1)

export function keptAnswer<Answer extends PracticeAnswer>(stored: Answer | null, next: Answer): Answer {
  return stored && worth(stored) > worth(next) ? stored : next
}

/** Each message once (docs/product.md R65). Null if the question has no such option. */
export function choiceVerdict(
  test: Pick<SingleChoiceTest, 'options' | 'correctChoiceMessage' | 'wrongChoiceMessage'>,
  optionId: string,
): { isCorrect: boolean; messages: string[] } | null {
  const chosen = test.options.find((option) => option.id === optionId)
  if (!chosen) return null
  const own = chosen.isCorrect ? test.correctChoiceMessage : test.wrongChoiceMessage
  return { isCorrect: chosen.isCorrect, messages: [...new Set([own, chosen.feedback ?? own])] }
}

/** Whether a prompt passes (docs/product.md R57). `score` is 0 to 5 as text, like in the API. */
export function isPassingScore(score: string): boolean {
  return Number(score) > passMark
}
