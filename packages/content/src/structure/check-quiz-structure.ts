import { basename } from 'node:path'
import type { ContentProblem } from '../content-error.ts'
import type { OnboardingStepFile } from '../format/onboarding-quiz-file.ts'
import type { ContentSource, QuizSource } from '../reading/source.ts'

/** Keys of a step's words, which an option therefore cannot be called. */
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
    if (steps.has(step.id)) problems.push({ ...at, what: `Step ${step.id} stands twice`, fix: 'Give it its own id' })
    steps.add(step.id)
    const options = new Set<string>()
    for (const [place, { id }] of optionsOf(step).entries()) {
      const at = { file, line: lineOf(['steps', index, 'options', place]) }
      if (options.has(id)) problems.push({ ...at, what: `Option ${id} stands twice`, fix: 'Give it its own id' })
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

/** Does an onboarding quiz hang together: folder, ids, the free task? */
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
