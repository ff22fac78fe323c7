import type { Lesson, Practice } from '@kitewise/contract/entities'
import { type TextLanguage, textLanguages } from '@kitewise/rules/language'
import { formatChoices, parseChoices } from '@kitewise/rules/exercises'
import { type PracticeAnswer, skippedAnswer } from '@kitewise/rules/practice'
import { isScored, type LearnerState, type LessonState, lessonStateOf } from './learner-state.ts'

/**
 * The learner's state as a short text, because SCORM 1.2 keeps 4,096 characters: a version, a head (the language and the
 * lesson on screen), then each begun lesson (a fingerprint of its practices, and its bits), as parts of their own. A part
 * is bytes with a check, in the letters of Base64 that addresses can have (RFC 4648, section 5), because LMS change other
 * signs. A part that arrives damaged, or whose practices have changed in a newer package, starts again; the others stay.
 */
const version = '2'
const separator = '.'

export function packState(state: LearnerState, lessons: readonly Lesson[]): string {
  const head = [textLanguages.indexOf(state.language), ...fingerprintBytes(findIn(lessons, state.lesson))]
  const begun = lessons.filter(({ id }) => id in state.lessons)
  const bodies = begun.map((lesson) => {
    const bits = new BitWriter()
    writeLesson(bits, lesson, lessonStateOf(state, lesson.id))
    return [...fingerprintBytes(lesson), ...bits.bytes()]
  })
  return [version, ...[head, ...bodies].map(packPart)].join(separator)
}

/** Without a language if that part was damaged. */
export type UnpackedState = Omit<LearnerState, 'language'> & { language: TextLanguage | null }

/** Null for a text of which nothing can be read. */
export function unpackState(text: string, lessons: readonly Lesson[]): UnpackedState | null {
  const [found, ...parts] = text.trim().split(separator)
  if (found !== version) return unpackFirstVersion(text, lessons)
  const byFingerprint = new Map(lessons.map((lesson) => [fingerprintOf(lesson), lesson]))
  const [first, ...bodies] = parts.map(unpackPart)
  const read = bodies.flatMap((bytes): [string, LessonState][] => {
    const lesson = byFingerprint.get(fingerprintAt(bytes ?? [], 0))
    return bytes && lesson ? [[lesson.id, readLesson(new BitReader(bytes.slice(2)), lesson)]] : []
  })
  const language = textLanguages[first?.[0] ?? textLanguages.length]
  if (language === undefined && read.length === 0) return null
  return {
    language: language ?? null,
    lesson: byFingerprint.get(fingerprintAt(first ?? [], 1))?.id ?? null,
    lessons: Object.fromEntries(read),
  }
}

/** As packages made it until now: all bytes together in Base64, each lesson with its length. */
const unpackFirstVersion = (text: string, lessons: readonly Lesson[]): UnpackedState | null => {
  const bytes = bytesOf(withStandardLetters(text))
  const language = textLanguages[bytes[1] ?? textLanguages.length]
  if (bytes[0] !== 1 || bytes.length < 4 || language === undefined) return null
  const byFingerprint = new Map(lessons.map((lesson) => [fingerprintOf(lesson), lesson]))
  const found: Record<string, LessonState> = {}
  for (let at = 4; at + 2 < bytes.length;) {
    const lesson = byFingerprint.get(fingerprintAt(bytes, at))
    const end = at + 3 + (bytes[at + 2] ?? 0)
    if (lesson && end <= bytes.length) found[lesson.id] = readLesson(new BitReader(bytes.slice(at + 3, end)), lesson)
    at = end
  }
  return { language, lesson: byFingerprint.get(fingerprintAt(bytes, 2))?.id ?? null, lessons: found }
}

/** What LMS make of Base64: escaped as in an address, "+" as a blank, broken lines, without its padding. */
const withStandardLetters = (text: string): string => {
  const plain = text.includes('%')
    ? text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    : text
  return plain
    .trim()
    .replace(/[\r\n\t]/g, '')
    .replace(/[ -]/g, '+')
    .replace(/_/g, '/')
}

const checkBytes = 2

const packPart = (bytes: readonly number[]): string =>
  btoa(String.fromCharCode(...bytes, ...twoBytes(hashOf(bytes))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/** Null for a damaged part. */
const unpackPart = (part: string): number[] | null => {
  const bytes = bytesOf(part.replace(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/'))
  const content = bytes.slice(0, -checkBytes)
  return bytes.length > checkBytes && hashOf(content) === fingerprintAt(bytes, content.length) ? content : null
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
  // 0 means no lesson.
  return hashOf(Array.from(text.join('|'), (char) => char.codePointAt(0) ?? 0)) || 1
}

/** FNV-1a (RFC 9923), folded to 16 bits. */
const hashOf = (values: readonly number[]): number => {
  let hash = 0x811c9dc5
  for (const value of values) hash = Math.imul(hash ^ value, 0x01000193)
  return (hash ^ (hash >>> 16)) & 0xffff
}

const twoBytes = (value: number): [number, number] => [value >> 8, value & 0xff]
const fingerprintBytes = (lesson: Lesson | null): [number, number] => twoBytes(lesson ? fingerprintOf(lesson) : 0)
const fingerprintAt = (bytes: readonly number[], at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)

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
