import type { SingleChoiceTest } from '@kitewise/contract/entities'

/**
 * What a learner is told about the option they chose: right or wrong, and why. The option's own feedback is the
 * better teacher, so it goes before the general message of the question. Source: product spec §2 "Quiz practice".
 *
 * @returns null when the question has no such option
 */
export const quizVerdict = (
  test: Pick<SingleChoiceTest, 'options' | 'correctChoiceMessage' | 'wrongChoiceMessage'>,
  optionId: string,
): { isCorrect: boolean; message: string } | null => {
  const chosen = test.options.find((option) => option.id === optionId)
  if (!chosen) return null
  const general = chosen.isCorrect ? test.correctChoiceMessage : test.wrongChoiceMessage
  return { isCorrect: chosen.isCorrect, message: chosen.feedback ?? general }
}
