import { countWords } from '@kitewise/content/reading-time'
import type { ContentSource } from '@kitewise/content/source'
import { findEnglishProblems, findStraightQuotes } from './find-english-problems.ts'
import { error, type Finding, isForChecklist, type Piece, warning } from './pieces.ts'
import { longestFact } from './text-limits.ts'

/** Curly quotes, in every language. A learner types straight ones, so the checklist may. */
export function checkQuotes(piece: Piece): Finding[] {
  if (isForChecklist(piece)) return []
  return findStraightQuotes(piece.text).map(({ what, fix }) => warning(piece, `${piece.key} ${what}`, fix))
}

/** US spelling, our words. Only English. */
export function checkEnglish(piece: Piece): Finding[] {
  if (piece.language !== 'en' || isForChecklist(piece)) return []
  return findEnglishProblems(piece.text).map(({ what, fix }) => warning(piece, `${piece.key} ${what}`, fix))
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const datedDay = new RegExp(String.raw`\b(${weekdays.join('|')}),? (${months.join('|')}) (\d{1,2})\b`, 'g')
/** The years a lesson may be set in. */
const years = [2026, 2027, 2028]

/** Every “Friday, May 8” of a lesson falls into one and the same year. */
function checkDatesOf(pieces: readonly Piece[]): Finding[] {
  const dates = pieces.flatMap((piece) =>
    [...piece.text.matchAll(datedDay)].map(([text, weekday = '', month = '', day]) => ({
      piece,
      text,
      weekday,
      month,
      day: Number(day),
    })),
  )
  const fits = (year: number) =>
    dates.filter(({ weekday, month, day }) => {
      const date = new Date(Date.UTC(year, months.indexOf(month), day))
      return weekdays[date.getUTCDay()] === weekday
    })
  const best = years.map(fits).toSorted((one, other) => other.length - one.length)[0] ?? []
  return dates
    .filter((date) => !best.includes(date))
    .map(({ piece, text }) => error(piece, `${text} is in no year with the other dates`, 'Check the calendar'))
}

/** Weekdays and dates agree within each English lesson. */
export function checkDates(pieces: readonly Piece[]): Finding[] {
  const english = pieces.filter(({ language }) => language === 'en')
  const files = new Set(english.map(({ file }) => file))
  return [...files].flatMap((file) => checkDatesOf(english.filter((piece) => piece.file === file)))
}

const dayMs = 24 * 3600 * 1000
const reviewedEveryDays = 120

/** A fact is one short card, checked every 120 days. `today` is in ms since 1970. */
export function checkFacts({ facts }: ContentSource, today: number): Finding[] {
  return facts.flatMap(({ file, language, front, body }) => {
    const findings: Finding[] = []
    const words = countWords(body.text)
    if (language !== 'ja' && language !== 'ko' && words > longestFact)
      findings.push(warning({ file, line: body.line }, `The fact has ${words} words`, `At most ${longestFact}`))
    const on = front.get('reviewedOn')
    const days = Math.floor((today - Date.parse(on?.text ?? '')) / dayMs)
    if (days > reviewedEveryDays)
      findings.push(
        warning({ file, line: on?.line ?? 1 }, `Last checked ${days} days ago`, 'Check it and set reviewedOn'),
      )
    return findings
  })
}
