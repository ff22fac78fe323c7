import { countWords } from '@kitewise/content/reading-time'
import type { ContentSource } from '@kitewise/content/source'
import { error, type Finding, isForChecklist, type Piece, warning } from './pieces.ts'

const straightQuote = /["']/
/** An apostrophe or quotation mark in code stays straight. */
const withoutCode = (text: string) => text.replace(/`[^`]*`/g, '')

/** Spellings and words that our English does not use, and what it says. */
const replacements: [RegExp, string][] = [
  [
    /\b(?:colour|neighbour|favour|behaviour|honour|labour|flavour|rumour|humour)(?:s|ed|ing|hood|ite|able)?\b/i,
    'US spelling: color, neighbor',
  ],
  [
    /\b(?:organi|recogni|apologi|summari|reali|speciali|minimi|memori|prioriti)s(?:e|es|ed|ing|ation|ations)\b/i,
    'US spelling: organize',
  ],
  [/\b(?:practis|analys)(?:e|es|ed|ing)\b/i, 'US spelling: practice, analyze'],
  [
    /\b(?:centre|theatre|metre|litre|cheque|programme|catalogue|grey|licence|travelling|travelled|cancelled|cancelling|jewellery|tyre|kerb|cosy)s?\b/i,
    'US spelling: center, canceled',
  ],
  [/\b(?:a |an |the |your |my |by |e-)mails?\b(?! (?:carrier|order|box|slot))/i, '“email”'],
  [/\b(?:whilst|amongst|whoever|somebody)\b/i, 'a plainer word: while, among, someone'],
]

function checkWords(piece: Piece): Finding[] {
  return replacements.flatMap(([pattern, fix]) => {
    const [found] = pattern.exec(piece.text) ?? []
    if (!found) return []
    return [warning(piece, `${piece.key} says “${found.trim()}”`, `Write ${fix}`)]
  })
}

/** US spelling, curly quotes, our words. Only English. */
export function checkEnglish(piece: Piece): Finding[] {
  if (piece.language !== 'en' || isForChecklist(piece)) return []
  const straight = straightQuote.exec(withoutCode(piece.text))
  const quotes = straight ? [warning(piece, `${piece.key} has a straight ${straight[0]}`, 'Use “ ” and ’')] : []
  return [...quotes, ...checkWords(piece)]
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

const longestFact = 70
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
