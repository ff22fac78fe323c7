import { evaluatePrompt } from '@kitewise/evaluator/evaluate-prompt'
import type { JudgePrompt } from './check-tasks.ts'

/** Scores a prompt with the embedded evaluator, as the product does when it has no other judge. */
export const judgeByRubric: JudgePrompt = ({ language, rubric, ...task }, prompt) =>
  evaluatePrompt({ task, rubric, prompt, language })
