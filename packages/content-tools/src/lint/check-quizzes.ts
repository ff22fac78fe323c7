import { basename, join } from 'node:path'
import type { OnboardingOptionFile, OnboardingStepFile } from '@kitewise/content/file-format'
import type { ContentSource, QuizSource } from '@kitewise/content/source'
import { error, type Finding, warning, listQuizPieces, type Piece } from './pieces.ts'

const fewestSteps = 10
const mostSteps = 14
const mostOptions = { single: 6, multiple: 8 }
const firstQuiz = 'f1-v1'
const effects = ['readiness', 'goals', 'minutes', 'minutesAtMost'] as const

type Question = Exclude<OnboardingStepFile, { kind: 'information' }>

const isQuestion = (step: OnboardingStepFile): step is Question => step.kind !== 'information'
const hasEffect = (option: OnboardingOptionFile) => effects.some((effect) => option[effect] !== undefined)

/** Every answer has an effect or is neutral, and every question has an effect. */
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

/** An option has an effect or is neutral; only a multiple choice has exclusive ones. */
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

/** Every answer leads to a course that serves its goal. */
function checkGoals(quiz: QuizSource, served: ReadonlySet<string>): Finding[] {
  const { file, neutral, lineOf } = quiz
  return neutral.steps.flatMap((step, index) =>
    (isQuestion(step) ? step.options : []).flatMap(({ id, goals = [] }, place) =>
      goals
        .filter((goal) => !served.has(goal))
        .map((goal) =>
          error(
            { file, line: lineOf(['steps', index, 'options', place]) },
            `${id} has the goal ${goal}, which no course serves`,
            'Add it to the goals of a course, or drop it',
          ),
        ),
    ),
  )
}

/** Size and effects of the onboarding quizzes. The first one must exist, because unknown addresses lead there. */
export function checkQuizzes(source: ContentSource): Finding[] {
  const served = new Set<string>(source.courses.flatMap(({ neutral }) => neutral.goals))
  const findings = source.quizzes.flatMap((quiz) => [
    ...checkShape(quiz),
    ...checkGoals(quiz, served),
    ...quiz.neutral.steps.flatMap((step, index) => (isQuestion(step) ? checkOptions(quiz, step, index) : [])),
  ])
  if (source.quizzes.some((quiz) => quiz.neutral.id === firstQuiz)) return findings
  const file = join(basename(source.folder), 'quizzes')
  return [...findings, error({ file, line: 1 }, `There is no quiz ${firstQuiz}`, `Add the folder quizzes/${firstQuiz}`)]
}

/** Characters that fit a small phone without scrolling past the button. */
const longest = { title: 90, text: 180, information: 420, option: 70, reply: 130 }

/** Words that press, shame or promise, in English only; translators follow the English text. */
const pressure =
  /\b(?:hurry|last chance|only today|today only|limited|don['’]t miss|miss(?:ing)? out|falling behind|left behind|guarantee[ds]?|secret|instantly|effortless(?:ly)?|everyone else|you should be ashamed)\b/i

function longestOf(piece: Piece, informationLines: ReadonlySet<number>): number {
  if (piece.key === 'title') return longest.title
  if (piece.key.endsWith('.reply')) return longest.reply
  if (piece.key !== 'text') return longest.option
  return informationLines.has(piece.line) ? longest.information : longest.text
}

function checkQuiz(quiz: QuizSource): Finding[] {
  const information = new Set(quiz.neutral.steps.filter((step) => step.kind === 'information').map((step) => step.id))
  return quiz.words.flatMap((words) => {
    const lines = [...words.steps].flatMap(([id, block]) =>
      information.has(id) ? [block.entries.get('text')?.line ?? 0] : [],
    )
    return listQuizPieces(words).flatMap((piece) => checkPiece(piece, new Set(lines)))
  })
}

function checkPiece(piece: Piece, informationLines: ReadonlySet<number>): Finding[] {
  const findings: Finding[] = []
  const most = longestOf(piece, informationLines)
  if (piece.text.length > most)
    findings.push(error(piece, `${piece.key} has ${piece.text.length} characters`, `At most ${most} fit a phone`))
  const [word] = (piece.language === 'en' && pressure.exec(piece.text)) || []
  if (word) findings.push(warning(piece, `${piece.key} presses: "${word}"`, 'Say what is true and let people decide'))
  return findings
}

/** Texts fit a phone and put no pressure on the visitor. */
export function checkQuizTexts(source: ContentSource): Finding[] {
  return source.quizzes.flatMap(checkQuiz)
}
