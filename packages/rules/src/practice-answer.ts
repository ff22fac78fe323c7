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
