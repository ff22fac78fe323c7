import { matchesAny } from '../text/find-matches.ts'
import { readText, type ReadText } from '../text/read-text.ts'
import { newTimeExpression } from './new-times.ts'

const timeWords =
  /\b(times|slots|dates|horas|horarios|fechas|creneaux|horaires|moments)\b|saat|zaman|час|дат|시간|날짜|日時|候補|時間/u
const valueOf: ReadonlyMap<string, number> = new Map<string, number>([
  ...['two', 'dos', 'deux', 'dois', 'duas', 'iki', 'два', 'дві', '두', '2', '二'].map((word) => [word, 2] as const),
  ...['three', 'tres', 'trois', 'uc', 'три', '세', '3', '三'].map((word) => [word, 3] as const),
])

/**
 * Where an element of a tip asks for some times ("two new dates"): how many, and an expression for days and hours that are not the task's. Null elsewhere.
 */
export function chosenTimes(
  { source, families }: { source: string; families: readonly string[] },
  description: ReadText,
): { count: number; re: string } | null {
  const read = readText(source, description.language)
  const { date, time } = read.lexicon.concepts
  const isTime =
    families.includes('time options') || timeWords.test(read.flat) || matchesAny(read, [...date.needs, ...time.needs])
  const count = read.words.map((word) => valueOf.get(word)).find((value) => value !== undefined)
  return isTime && count ? { count, re: newTimeExpression(description) } : null
}
