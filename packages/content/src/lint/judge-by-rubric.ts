import { evaluatePrompt } from '@kitewise/evaluator/evaluate-prompt'
import type { JudgePrompt } from './check-tasks.ts'

/** Scores a prompt with the embedded evaluator, as the product does when it has no other judge. */
export const judgeByRubric: JudgePrompt = ({ title, description, fullDescription, tip, language, rubric }, prompt) =>
  evaluatePrompt({ task: { title, description, fullDescription, tip }, rubric, prompt, language })
