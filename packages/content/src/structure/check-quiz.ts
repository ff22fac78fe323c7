import { basename } from 'node:path'
import type { OnboardingStepFile } from '../file-format.ts'
import type { Block, ContentProblem, ContentSource, QuizSource, QuizWordsSource } from '../source.ts'

/** Keys of a step's texts, which therefore can't be option IDs. */
const wordKeys = new Set(['title', 'text'])

const optionsOf = (step: OnboardingStepFile) => (step.kind === 'information' ? [] : step.options)

function checkNames({ folder, file, neutral, lineOf }: QuizSource): ContentProblem[] {
  const { id, variant, version } = neutral
  const at = { file, line: lineOf(['id']) }
  const problems: ContentProblem[] = []
  if (basename(folder) !== id)
    problems.push({ ...at, what: `The id ${id} is not the folder's name`, fix: `Folder and id are the same: ${id}` })
  if (id !== `f${variant}-v${version}`)
    problems.push({ ...at, what: `${id} is variant ${variant}, version ${version}`, fix: 'Make the three agree' })
  return problems
}

function checkStepIds({ file, neutral, lineOf }: QuizSource): ContentProblem[] {
  const problems: ContentProblem[] = []
  const steps = new Set<string>()
  for (const [index, step] of neutral.steps.entries()) {
    const at = { file, line: lineOf(['steps', index]) }
    if (steps.has(step.id)) problems.push({ ...at, what: `Step ${step.id} appears twice`, fix: 'Give it its own id' })
    steps.add(step.id)
    const options = new Set<string>()
    for (const [place, { id }] of optionsOf(step).entries()) {
      const at = { file, line: lineOf(['steps', index, 'options', place]) }
      if (options.has(id)) problems.push({ ...at, what: `Option ${id} appears twice`, fix: 'Give it its own id' })
      if (wordKeys.has(id)) problems.push({ ...at, what: `An option cannot be called ${id}`, fix: 'Rename it' })
      options.add(id)
    }
  }
  return problems
}

function isPromptTask(source: ContentSource, practiceId: string): boolean {
  return source.courses.some((course) =>
    course.lessons.some((lesson) =>
      lesson.neutral.fragments.some((fragment) =>
        (fragment.practices ?? []).some(
          ({ id, type }) => type === 'PROMPT_CREATION' && `${lesson.neutral.id}.${fragment.id}.${id}` === practiceId,
        ),
      ),
    ),
  )
}

/** Checks folder, IDs and the free task. */
export function checkQuizStructure(source: ContentSource, quiz: QuizSource): ContentProblem[] {
  const problems = [...checkNames(quiz), ...checkStepIds(quiz)]
  const { miniTask } = quiz.neutral
  if (!isPromptTask(source, miniTask))
    problems.push({
      file: quiz.file,
      line: quiz.lineOf(['miniTask']),
      what: `${miniTask} is not a prompt task`,
      fix: 'Name a PROMPT_CREATION practice in full: ai-zero.l03.f3.p1',
    })
  return problems
}

function checkStep(step: OnboardingStepFile, block: Block, file: string): ContentProblem[] {
  const problems: ContentProblem[] = []
  const options = step.kind === 'information' ? [] : step.options.map((option) => option.id)
  const needed = step.kind === 'information' ? ['title', 'text'] : ['title', ...options]
  for (const key of needed.filter((key) => !block.entries.has(key)))
    problems.push({ file, line: block.line, what: `Step ${step.id} has no ${key}`, fix: `Add ${key}: …` })
  for (const [key, { line }] of block.entries)
    if (!needed.includes(key.replace(/\.reply$/, '')) && key !== 'text')
      problems.push({ file, line, what: `Step ${step.id} has no option ${key} in quiz.yml`, fix: 'Remove the line' })
  return problems
}

/** Checks that a language's texts match quiz.yml. */
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

export function checkFallbackQuizWords(quiz: QuizSource, fallback: string): ContentProblem[] {
  if (quiz.words.some((words) => words.language === fallback)) return []
  const fix = `Add ${fallback}.md beside it`
  return [{ file: quiz.file, line: 1, what: `${quiz.neutral.id} has no words in ${fallback}`, fix }]
}
