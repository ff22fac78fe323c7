import type { SingleChoiceTest } from '@kitewise/contract/entities'

/**
 * Which answer to a practice is kept. Skipping is free, but it never takes the place of an answer; a right answer is
 * never taken away by a later wrong one; otherwise the later answer counts. Source: product spec §4 "Skip practice",
 * decisions §4 "Progress only moves forward"; decision 0033.
 */
export const skippedAnswer = 'SKIPPED'

export type PracticeAnswer = { answer: string; isCorrect: boolean }

const worth = ({ answer, isCorrect }: PracticeAnswer): number => (answer === skippedAnswer ? 0 : isCorrect ? 2 : 1)

/** @param stored the answer that is kept so far, null when there is none */
export const keptAnswer = <Answer extends PracticeAnswer>(stored: Answer | null, next: Answer): Answer =>
  stored && worth(stored) > worth(next) ? stored : next

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

/**
 * A prompt gets 0 to 5 points and passes with more than 3. Source: product spec §4 "Prompt evaluation", §9 "Pass
 * threshold"; whole points only: decisions §7.
 */
const passThreshold = 3

/** @param score the points as the API sends them, a number written as text; anything else does not pass */
export const isPassingScore = (score: string): boolean => score.trim() !== '' && Number(score) > passThreshold
