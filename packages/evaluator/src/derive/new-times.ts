import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { foldText } from '../text/fold-text.ts'
import type { ReadText } from '../text/read-text.ts'

/** Parts of a day and days without a name, folded, by their beginnings. */
const dayParts: Record<LexiconLanguage, string> = {
  en: 'morning|afternoon|evening|noon|lunchtime|midday|tomorrow|tonight|weekend|weekday',
  es: 'por la manana|tarde|noche|mediodia|pasado manana|finde',
  fr: 'matin|apres-midi|aprem|soir|midi|demain|week-end',
  pt: 'manha|tarde|noite|meio-dia|amanha|fim de semana',
  tr: 'sabah|ogle|aksam|yarin|hafta sonu',
  ua: 'ранк|вранці|зранку|вечір|вечор|ввечері|увечері|обід|завтра|вихідн',
  ko: '아침|오전|오후|저녁|점심|내일|주말',
  ja: '朝|午前|午後|夕方|夜|昼|明日|週末',
}
/** The first of January 2024 was a Monday. */
const firstMonday = 1
const daysOfWeek = 7
const shortestName = 3

/** The names of the weekdays, whole and short, folded. */
function weekdaysOf(language: LexiconLanguage): string[] {
  const locale = language === 'ua' ? 'uk' : language
  const dates = Array.from({ length: daysOfWeek }, (_, day) => new Date(Date.UTC(2024, 0, firstMonday + day)))
  return (['long', 'short'] as const).flatMap((weekday) => {
    const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' })
    return dates.map((date) => foldText(format.format(date)).replace(/\.$/, ''))
  })
}

const clock = String.raw`\d{1,2}(?:[:.h]\d{2}| ?(?:am|pm|h|o clock|uhr)(?!\p{L})|th|st|nd|rd|時|시|日)`

/** An expression for days and hours that a task does not name: those which the learner chooses. */
export function newTimeExpression(task: ReadText): string {
  const { language } = task
  const isDense = language === 'ja' || language === 'ko'
  const before = isDense ? '' : String.raw`(?<![\p{L}\p{N}])`
  const names = [...weekdaysOf(language), ...dayParts[language].split('|')]
  const fresh = names.filter((name) => {
    const isShort = name.length < shortestName
    return !isShort && !new RegExp(`${before}${name}`, 'u').test(task.flat)
  })
  const given = [...task.flat.matchAll(new RegExp(clock, 'gu'))].map(([text]) => text.replaceAll('.', String.raw`\.`))
  const notGiven = given.length > 0 ? `(?!${given.join('|')})` : ''
  return `${before}(?:${fresh.join('|')})|(?<![\\d.:])${notGiven}${clock}`
}
