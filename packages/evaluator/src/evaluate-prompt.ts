import type { AnswerPiece, EvaluatedPoint, Evaluation, Gate, Mark, PointState } from '@kitewise/contract/entities'
import { applyMarks, type MarkedVerdict, type Refusal } from './apply-marks.ts'
import { findPoints, type PointVerdict } from './find-points.ts'
import { findGate } from './gates/gate.ts'
import { kindTexts } from './kinds/catalog.ts'
import { asLanguage, type Language, languages } from './lexicons/lexicon.ts'
import { type Score, scorePoints } from './score.ts'
import { suggestPrompt } from './suggest-prompt.ts'
import type { Point, Task } from './task.ts'
import { detectLanguage, mayHold } from './text/detect-language.ts'
import { type PlainText, plainText } from './text/plain-text.ts'
import { type Reading, readText } from './text/read-text.ts'
import { fill, textsOf } from './texts.ts'
import { hintFor, writeComment, wrongValue } from './write-comment.ts'

/** A model's verdict on the points of a prompt. A quote that isn't in the prompt proves nothing. */
export type Judged = {
  model: string
  points: readonly { id: string; state: 'found' | 'wrong' | 'missing'; quote: string }[]
}

export type EvaluationInput = {
  task: Task
  prompt: string
  /** The learner's text set, used for comments and notes. */
  language: string
  shown?: readonly Mark[] | undefined
  judged?: Judged | undefined
  /** A gate set elsewhere, by a provider's moderation. The checklist's own gate takes precedence. */
  gate?: Gate | undefined
}

export type Scan = { gate: Gate | null; points: PointVerdict[] }

type Scanned = Scan & { reading: Reading; isCut: boolean }

/** Longer prompts are read up to this length, in UTF-16 units. */
const longestPrompt = 2000

/** Cuts a prompt to `longestPrompt` characters, also in compatibility form, where one can become eighteen. */
function cutPrompt(prompt: string): string {
  const head = prompt.slice(0, longestPrompt)
  if (head.normalize('NFKC').length <= longestPrompt) return head
  let length = 0
  let end = 0
  for (const sign of head) {
    length += sign.normalize('NFKC').length
    if (length > longestPrompt) break
    end += sign.length
  }
  return head.slice(0, end)
}

/** A prompt can contain a sentence in another language; only gates search the other languages too. */
const otherReadings = (reading: Reading): Reading[] =>
  languages
    .filter((language) => language !== reading.language && mayHold(reading.text, language))
    .map((language) => ({ ...reading, language }))

const scan = (task: Task, prompt: string, language: string): Scanned => {
  const whole = prompt.trimEnd()
  const text = cutPrompt(whole)
  const reading = readText(text, detectLanguage(text, task.language === 'en' ? asLanguage(language) : task.language))
  return {
    reading,
    isCut: text.length < whole.length,
    gate: findGate([reading, ...otherReadings(reading)], task),
    points: findPoints(reading, task),
  }
}

/** What the checklist finds in a prompt, before any marks. Offsets count from the beginning of `prompt`. */
export function scanPrompt(task: Task, prompt: string, language: string): Scan {
  const plain = plainText(prompt)
  const { gate, points } = scan(task, plain.text, language)
  return { gate, points: points.map((verdict) => ({ ...verdict, spans: verdict.spans.map(plain.asTyped) })) }
}

/** Replaces the checklist's verdicts by a model's. Wrong values that the checklist knows keep the task's value. */
const withJudged = (reading: Reading, points: readonly PointVerdict[], judged: Judged): PointVerdict[] =>
  points.map((own) => {
    const verdict = judged.points.find(({ id }) => id === own.point.id)
    if (!verdict) return own
    const quote = plainText(verdict.quote).text.trim()
    const from = quote === '' ? -1 : reading.text.toLowerCase().indexOf(quote.toLowerCase())
    if (verdict.state === 'missing' || (from < 0 && own.point.kind !== 'withhold'))
      return { point: own.point, state: 'missing', spans: [] }
    const spans = from < 0 ? [] : [{ from, to: from + quote.length }]
    if (verdict.state === 'wrong' && own.state === 'wrong') return own
    return { point: own.point, state: verdict.state, spans }
  })

const isThere = ({ state }: { state: PointState }): boolean => state === 'found' || state === 'shown'

const scoreOf = (gate: Gate | null, verdicts: readonly MarkedVerdict[]): Score => {
  if (gate === 'empty' || gate === 'gibberish') return 0
  if (gate !== null) return 1
  return scorePoints(verdicts.map((verdict) => ({ level: verdict.point.level, isThere: isThere(verdict) })))
}

const refusalNote = (refusal: Refusal, point: Point, task: Task, language: Language): string => {
  const { notes } = textsOf(language)
  const { what } = kindTexts(language, point)
  const template = notes[refusal.why] ?? ''
  if (refusal.why === 'used') return fill(template, { point: task.texts.points[refusal.point]?.name ?? '' })
  if (refusal.why === 'wrongKind') return fill(template, { what, other: kindTexts(language, refusal.other).what })
  return fill(template, { what })
}

const presentPoint = (verdict: MarkedVerdict, { task, plain, language }: Presenting): EvaluatedPoint => {
  const { point, state, spans, refusal } = verdict
  const { name = point.id } = task.texts.points[point.id] ?? {}
  const { notes } = textsOf(language)
  const note = () => {
    if (refusal) return refusalNote(refusal, point, task, language)
    return state === 'wrong' ? wrongValue(verdict, plain.text, notes['wrong'] ?? '', notes['withheld'] ?? '') : null
  }
  return {
    id: point.id,
    name,
    hint: hintFor(point, task, language),
    example: kindTexts(language, point).example,
    level: point.level,
    state,
    spans: spans.map(plain.asTyped).map(({ from, to }) => [from, to]),
    note: note(),
  }
}

type Presenting = { task: Task; plain: PlainText; language: Language }

const answerPieces = (verdicts: readonly MarkedVerdict[], { texts }: Task): AnswerPiece[] => [
  ...(texts.answer === undefined ? [] : [{ text: texts.answer, otherText: texts.answer, point: null, suffers: false }]),
  ...verdicts.map((verdict) => {
    const { answer = '', without = '' } = texts.points[verdict.point.id] ?? {}
    const suffers = !isThere(verdict)
    const [text, otherText] = suffers ? [without, answer] : [answer, without]
    return { text, otherText, point: verdict.point.id, suffers }
  }),
]

/**
 * Evaluates a learner's prompt: which of the task's points it covers, according to the checklist or a model, and to the
 * learner's marks. Pure: the same input gives the same result. Score 0 to 5; above 3 passes.
 */
export function evaluatePrompt(input: EvaluationInput): Evaluation {
  const { task, prompt, language: code, judged } = input
  const language = asLanguage(code)
  const plain = plainText(prompt)
  const shown = (input.shown ?? []).map((mark) => ({ ...mark, ...plain.asPlain(mark) }))
  const { reading, isCut, points, ...scanned } = scan(task, plain.text, code)
  const gate = scanned.gate ?? input.gate ?? null
  const found = judged ? withJudged(reading, points, judged) : points
  const verdicts =
    gate === null
      ? applyMarks(reading, task, found, shown)
      : found.map(({ point }) => ({ point, state: 'missing' as const, spans: [] }))
  const score = scoreOf(gate, verdicts)
  const presenting = { task, plain, language }
  const suggestion = { language: reading.language, isGated: gate !== null }
  return {
    score: String(score),
    comment: writeComment({ task, verdicts, score, gate, prompt: reading.text, language, isCut }),
    recommendedPrompt: score === 5 ? prompt : suggestPrompt(reading.text, task, verdicts, suggestion),
    gate,
    by: judged ? 'model' : 'checklist',
    model: judged?.model ?? null,
    points: verdicts.map((verdict) => presentPoint(verdict, presenting)),
    answer: gate === null ? answerPieces(verdicts, task) : [],
    followUp: task.texts.followUp ?? null,
    taskLanguage: task.language,
  }
}
