import { basename, join } from 'node:path'
import type { OnboardingOptionFile, OnboardingStepFile } from '../file-format.ts'
import type { ContentSource, QuizSource } from '../source.ts'
import { error, type Finding } from './finding.ts'

const fewestSteps = 10
const mostSteps = 14
const mostOptions = { single: 6, multiple: 8 }
const firstQuiz = 'f1-v1'
const effects = ['readiness', 'goals', 'minutes', 'minutesAtMost'] as const

type Question = Exclude<OnboardingStepFile, { kind: 'information' }>

const isQuestion = (step: OnboardingStepFile): step is Question => step.kind !== 'information'
const hasEffect = (option: OnboardingOptionFile) => effects.some((effect) => option[effect] !== undefined)

/** Every answer is used, or says that it is not; no question is asked for nothing. */
function checkOptions(quiz: QuizSource, step: Question, index: number): Finding[] {
  const { file, lineOf } = quiz
  const at = { file, line: lineOf(['steps', index]) }
  const findings: Finding[] = []
  if (step.options.length > mostOptions[step.kind])
    findings.push(
      error(at, `${step.id} has ${step.options.length} options`, `At most ${mostOptions[step.kind]} fit a phone`),
    )
  findings.push(...step.options.flatMap((option, place) => checkOption(quiz, step, { option, index, place })))
  const points = step.options.map((option) => option.readiness)
  const isRated = points.some((value) => value !== undefined)
  const isUsed = step.options.some((option) => effects.slice(1).some((effect) => option[effect] !== undefined))
  if (!isUsed && !points.some((value) => value))
    findings.push(error(at, `No answer of ${step.id} is used`, 'Use it or drop the step'))
  if (step.kind === 'single' && isRated && points.includes(undefined))
    findings.push(error(at, `Some options of ${step.id} have no readiness`, 'Give each one a number; 0 is one'))
  const timed = step.options.filter((option) => option.minutes !== undefined).length
  if (timed > 0 && (step.kind !== 'single' || timed < step.options.length))
    findings.push(
      error(at, `Only some answers of ${step.id} say how many minutes`, 'Each option of a single step does'),
    )
  return findings
}

/** An option has an effect or says that it has none, and is exclusive only among several. */
function checkOption(
  { file, lineOf }: QuizSource,
  step: Question,
  { option, index, place }: { option: Question['options'][number]; index: number; place: number },
): Finding[] {
  const at = { file, line: lineOf(['steps', index, 'options', place]) }
  const findings: Finding[] = []
  if (!hasEffect(option) && !option.neutral)
    findings.push(error(at, `${option.id} changes nothing`, 'Give it an effect, or say neutral: true'))
  if (hasEffect(option) && option.neutral)
    findings.push(error(at, `${option.id} is neutral and has an effect`, 'Keep one of the two'))
  if (option.exclusive && step.kind === 'single')
    findings.push(error(at, `${option.id} is exclusive in a single choice`, 'Every option is there: leave it out'))
  return findings
}

function checkShape(quiz: QuizSource): Finding[] {
  const { file, neutral, lineOf } = quiz
  const at = { file, line: lineOf(['steps']) }
  const findings: Finding[] = []
  const count = neutral.steps.length
  if (count < fewestSteps || count > mostSteps)
    findings.push(error(at, `The quiz has ${count} steps`, `A minute takes ${fewestSteps} to ${mostSteps}`))
  for (const kind of ['single', 'multiple', 'information'] as const)
    if (!neutral.steps.some((step) => step.kind === kind))
      findings.push(error(at, `The quiz has no ${kind} step`, 'Use all three kinds'))
  const options = neutral.steps.filter(isQuestion).flatMap((step) => step.options)
  for (const effect of ['readiness', 'goals', 'minutes'] as const)
    if (!options.some((option) => option[effect] !== undefined))
      findings.push(error(at, `No answer says anything about ${effect}`, 'The plan needs it: add a question'))
  return findings
}

/** Size and use of the onboarding quizzes. Everybody without a better address is led to the first one, so it must exist. */
export function checkQuizzes(source: ContentSource): Finding[] {
  const findings = source.quizzes.flatMap((quiz) => [
    ...checkShape(quiz),
    ...quiz.neutral.steps.flatMap((step, index) => (isQuestion(step) ? checkOptions(quiz, step, index) : [])),
  ])
  if (source.quizzes.some((quiz) => quiz.neutral.id === firstQuiz)) return findings
  const file = join(basename(source.folder), 'quizzes')
  return [...findings, error({ file, line: 1 }, `There is no quiz ${firstQuiz}`, `Add the folder quizzes/${firstQuiz}`)]
}
