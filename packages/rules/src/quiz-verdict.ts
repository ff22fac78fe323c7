import type { SingleChoiceTest } from '@kitewise/contract/entities'

/**
 * What a learner reads about the option they chose: right or wrong, the question's own sentence for that, and what the option itself has to
 * say, which explains this one choice. Each sentence once. Source: product spec §2 "Quiz practice".
 *
 * @returns null when the question has no such option
 */
export const quizVerdict = (
  test: Pick<SingleChoiceTest, 'options' | 'correctChoiceMessage' | 'wrongChoiceMessage'>,
  optionId: string,
): { isCorrect: boolean; messages: string[] } | null => {
  const chosen = test.options.find((option) => option.id === optionId)
  if (!chosen) return null
  const own = chosen.isCorrect ? test.correctChoiceMessage : test.wrongChoiceMessage
  return { isCorrect: chosen.isCorrect, messages: [...new Set([own, chosen.feedback ?? own])] }
}
