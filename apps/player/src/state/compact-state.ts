import type { Lesson, Practice } from '@kitewise/contract/entities'
import { textLanguages } from '@kitewise/rules/language'
import { formatChoices, parseChoices } from '@kitewise/rules/exercises'
import { type PracticeAnswer, skippedAnswer } from '@kitewise/rules/practice'
import { isScored, type LearnerState, type LessonState, lessonStateOf } from './learner-state.ts'

/**
 * The learner's state as a short text, because SCORM 1.2 keeps 4,096 characters: bytes in Base64. A version, the
 * language, the lesson on screen, then each begun lesson: a fingerprint of its practices, a length, and its bits. A
 * lesson whose practices have changed in a newer package starts again; the others stay.
 */
const version = 1

export function packState(state: LearnerState, lessons: readonly Lesson[]): string {
  const bytes = [version, textLanguages.indexOf(state.language), ...fingerprintBytes(findIn(lessons, state.lesson))]
  for (const lesson of lessons) {
    if (!(lesson.id in state.lessons)) continue
    const bits = new BitWriter()
    writeLesson(bits, lesson, lessonStateOf(state, lesson.id))
    const body = bits.bytes()
    bytes.push(...fingerprintBytes(lesson), body.length, ...body)
  }
  return btoa(String.fromCharCode(...bytes))
}

/** Null for a text that isn't ours. */
export function unpackState(text: string, lessons: readonly Lesson[]): LearnerState | null {
  const bytes = bytesOf(text)
  const language = textLanguages[bytes[1] ?? textLanguages.length]
  if (bytes[0] !== version || bytes.length < 4 || language === undefined) return null
  const byFingerprint = new Map(lessons.map((lesson) => [fingerprintOf(lesson), lesson]))
  const fingerprintAt = (at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
  const found: Record<string, LessonState> = {}
  for (let at = 4; at + 2 < bytes.length;) {
    const lesson = byFingerprint.get(fingerprintAt(at))
    const end = at + 3 + (bytes[at + 2] ?? 0)
    if (lesson && end <= bytes.length) found[lesson.id] = readLesson(new BitReader(bytes.slice(at + 3, end)), lesson)
    at = end
  }
  return { language, lesson: byFingerprint.get(fingerprintAt(2))?.id ?? null, lessons: found }
}

const bytesOf = (text: string): number[] => {
  try {
    return Array.from(atob(text), (char) => char.charCodeAt(0))
  } catch {
    return []
  }
}

const findIn = (lessons: readonly Lesson[], id: string | null): Lesson | null =>
  lessons.find((lesson) => lesson.id === id) ?? null

/** What the bits of a lesson mean: its ID, and the practices with their choices. The same in every language. */
const fingerprintOf = (lesson: Lesson): number => {
  const text = [
    lesson.id,
    lesson.fragments.length,
    ...practicesOf(lesson).map((one) => `${one.id} ${shapeOf(one).join()}`),
  ]
  // FNV-1a, folded to 16 bits. 0 means no lesson.
  let hash = 0x811c9dc5
  for (const char of text.join('|')) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return (hash ^ (hash >>> 16)) & 0xffff || 1
}

const fingerprintBytes = (lesson: Lesson | null): [number, number] => {
  const fingerprint = lesson ? fingerprintOf(lesson) : 0
  return [fingerprint >> 8, fingerprint & 0xff]
}

const practicesOf = ({ fragments }: Lesson): Practice[] => fragments.flatMap(({ practices }) => practices)

/** The number of values of each part of an answer. 0 is no answer; a question and a prompt task can also be skipped. */
const shapeOf = ({ exercise, singleChoiceTest }: Practice): number[] => {
  if (exercise) return Object.values(exercise.slots).map(({ options }) => options.length + 1)
  return [singleChoiceTest ? singleChoiceTest.options.length + 2 : promptValues.length]
}

/** A prompt's words are too long to keep. */
const promptValues = ['none', 'skipped', 'failed', 'passed'] as const

const placeBits = 6
const placeLimit = 2 ** placeBits - 1

const writeLesson = (bits: BitWriter, lesson: Lesson, { place, isFinished, answers, won }: LessonState): void => {
  bits.write(isFinished ? 1 : 0, 1)
  bits.write(Math.min(place.fragment, placeLimit), placeBits)
  bits.write(Math.min(place.card, placeLimit), placeBits)
  for (const practice of practicesOf(lesson)) {
    const values = valuesOf(practice, answers[practice.id])
    for (const [index, count] of shapeOf(practice).entries()) bits.write(values[index] ?? 0, bitsFor(count))
    if (isScored(practice)) bits.write(won.has(practice.id) ? 1 : 0, 1)
  }
}

const readLesson = (bits: BitReader, lesson: Lesson): LessonState => {
  const isFinished = bits.read(1) === 1
  const place = { fragment: bits.read(placeBits), card: bits.read(placeBits) }
  const answers: Record<string, PracticeAnswer> = {}
  const won = new Set<string>()
  for (const practice of practicesOf(lesson)) {
    const values = shapeOf(practice).map((count) => bits.read(bitsFor(count)))
    const answer = answerOf(practice, values)
    if (answer) answers[practice.id] = answer
    if (isScored(practice) && bits.read(1) === 1) won.add(practice.id)
  }
  return { place, isFinished, answers, won }
}

const bitsFor = (count: number): number => Math.ceil(Math.log2(count))

const valuesOf = ({ exercise, singleChoiceTest }: Practice, answered: PracticeAnswer | undefined): number[] => {
  if (!answered) return []
  const { answer, isCorrect } = answered
  if (exercise) {
    const choices = parseChoices(answer)
    return Object.entries(exercise.slots).map(([slot, { options }]) => options.indexOf(choices[slot] ?? '') + 1)
  }
  if (answer === skippedAnswer) return [1]
  if (singleChoiceTest) return [singleChoiceTest.options.findIndex(({ id }) => id === answer) + 2]
  return [promptValues.indexOf(isCorrect ? 'passed' : 'failed')]
}

const answerOf = ({ exercise, singleChoiceTest }: Practice, values: readonly number[]): PracticeAnswer | null => {
  if (exercise) {
    const slots = Object.entries(exercise.slots)
    const chosen = slots.map(([slot, { options }], index) => [slot, options[(values[index] ?? 0) - 1]] as const)
    if (chosen.some(([, choice]) => choice === undefined)) return null
    const isCorrect = chosen.every(([slot, choice]) => exercise.slots[slot]?.correct === choice)
    return {
      answer: formatChoices(Object.fromEntries(chosen.map(([slot, choice]) => [slot, choice ?? '']))),
      isCorrect,
    }
  }
  const [value = 0] = values
  if (value === 0) return null
  if (value === 1) return { answer: skippedAnswer, isCorrect: false }
  if (!singleChoiceTest) return { answer: '', isCorrect: promptValues[value] === 'passed' }
  const option = singleChoiceTest.options[value - 2]
  return option ? { answer: option.id, isCorrect: option.isCorrect } : null
}

class BitWriter {
  private readonly written: number[] = []

  write(value: number, count: number): void {
    for (let bit = count - 1; bit >= 0; bit -= 1) this.written.push((value >> bit) & 1)
  }

  bytes(): number[] {
    const count = Math.ceil(this.written.length / 8)
    return Array.from({ length: count }, (_, byte) =>
      [0, 1, 2, 3, 4, 5, 6, 7].reduce((sum, bit) => (sum << 1) | (this.written[byte * 8 + bit] ?? 0), 0),
    )
  }
}

class BitReader {
  private at = 0

  constructor(private readonly bytes: readonly number[]) {}

  read(count: number): number {
    let value = 0
    for (let left = count; left > 0; left -= 1, this.at += 1)
      value = (value << 1) | (((this.bytes[this.at >> 3] ?? 0) >> (7 - (this.at & 7))) & 1)
    return value
  }
}
