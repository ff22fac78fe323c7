import type { ContentProblem } from '../content-error.ts'
import type { OnboardingStepFile } from '../format/onboarding-quiz-file.ts'
import type { Block, QuizSource, QuizWordsSource } from '../reading/source.ts'

function checkStep(step: OnboardingStepFile, block: Block, file: string): ContentProblem[] {
  const problems: ContentProblem[] = []
  const options = step.kind === 'information' ? [] : step.options.map((option) => option.id)
  const needed = step.kind === 'information' ? ['title', 'text'] : ['title', ...options]
  for (const key of needed.filter((key) => !block.entries.has(key)))
    problems.push({ file, line: block.line, what: `Step ${step.id} has no ${key}`, fix: `Add ${key}: …` })
  for (const [key, { line }] of block.entries)
    if (!needed.includes(key) && key !== 'text')
      problems.push({ file, line, what: `Step ${step.id} has no option ${key} in quiz.yml`, fix: 'Remove the line' })
  return problems
}

/** Do the words of a quiz in one language say exactly what quiz.yml asks for? */
export function checkQuizWords(quiz: QuizSource, words: QuizWordsSource): ContentProblem[] {
  const { file, front } = words
  const problems: ContentProblem[] = []
  for (const [key, value] of [
    ['quiz', quiz.neutral.id],
    ['language', words.language],
  ] as const) {
    const found = front.get(key)
    if (found && found.text !== value)
      problems.push({ file, line: found.line, what: `${key} is ${found.text}`, fix: `Here it is ${value}` })
  }
  const steps = new Map(quiz.neutral.steps.map((step) => [step.id, step]))
  for (const [id, step] of steps) {
    const block = words.steps.get(id)
    if (block) problems.push(...checkStep(step, block, file))
    else problems.push({ file, line: 1, what: `Step ${id} has no words`, fix: `Add :::step ${id} … :::` })
  }
  for (const [id, { line }] of words.steps)
    if (!steps.has(id)) problems.push({ file, line, what: `quiz.yml has no step ${id}`, fix: 'Remove the block' })
  return problems
}

/** Every quiz has its words in the fallback language. */
export function checkFallbackQuizWords(quiz: QuizSource, fallback: string): ContentProblem[] {
  if (quiz.words.some((words) => words.language === fallback)) return []
  const fix = `Add ${fallback}.md beside it`
  return [{ file: quiz.file, line: 1, what: `${quiz.neutral.id} has no words in ${fallback}`, fix }]
}
