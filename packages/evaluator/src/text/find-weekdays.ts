import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import type { ReadText } from './read-text.ts'

/** Monday to Sunday as regular expressions on flat text. Ukrainian ones read Russian names too, which beginners mix in. */
const names: Record<LexiconLanguage, readonly string[]> = {
  en: [
    'mon(days?)?',
    'tue(s(days?)?)?',
    'wed(nesdays?)?',
    'thu(r(s(days?)?)?)?',
    'fri(days?)?',
    'sat(urdays?)?',
    'sun(days?)?',
  ],
  es: ['lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabados?', 'domingos?'],
  fr: ['lundis?', 'mardis?', 'mercredis?', 'jeudis?', 'vendredis?', 'samedis?', 'dimanches?'],
  pt: [
    'segundas?(-feiras?)?',
    'tercas?(-feiras?)?',
    'quartas?(-feiras?)?',
    'quintas?(-feiras?)?',
    'sextas?(-feiras?)?',
    'sabados?',
    'domingos?',
  ],
  tr: [
    'pazartesi\\p{L}*',
    'sali\\p{L}{0,3}',
    'carsamba\\p{L}*',
    'persembe\\p{L}*',
    'cuma(?!rtesi)\\p{L}{0,4}',
    'cumartesi\\p{L}*',
    'pazar(?!tesi|lik)\\p{L}{0,4}',
  ],
  ua: [
    '(понеділ|понедельн)\\p{L}+',
    'вівтор\\p{L}+|вторник\\p{L}*',
    'серед[ауи]|сред[ауы]',
    'четвер\\p{L}*',
    'п[ья]*тниц\\p{L}+',
    'суб+от\\p{L}+',
    'неділ\\p{L}+|воскресен\\p{L}+',
  ],
  ko: [
    '월(요일|욜)',
    '화(요일|욜)|(?<= )화(?=[ ,])',
    '수(요일|욜)|(?<= )수(?=[ ,])',
    '목(요일|욜)|(?<= )목(?=[ ,])',
    '금(요일|욜)|(?<= )금(?=[ ,])',
    '토(요일|욜)|(?<= )토(?=[ ,])',
    '일(요일|욜)',
  ],
  ja: [
    '月曜',
    '火曜|(?<= )火(?=[ ,])',
    '水曜|(?<= )水(?=[ ,])',
    '木曜|(?<= )木(?=[ ,])',
    '金曜|(?<= )金(?=[ ,])',
    '土曜|(?<= )土(?=[ ,])',
    '日曜',
  ],
}
const daysOfWeek = 7
const compiled = new Map<LexiconLanguage, RegExp>()

function expressionFor(language: LexiconLanguage): RegExp {
  const source = names[language].map((name) => `(${name.replaceAll(/\((?!\?)/g, '(?:')})`).join('|')
  const open = language === 'ja' || language === 'ko'
  const expression = new RegExp(open ? source : `(?<!\\p{L})(?:${source})(?!\\p{L})`, 'gu')
  compiled.set(language, expression)
  return expression
}

/** A weekday in a text: 0 is Monday. */
export type Weekday = { day: number; start: number; end: number; text: string }

/** The names of weekdays in a text, in its order, with their places in the flat text. */
export function findWeekdays({ flat, language }: Pick<ReadText, 'flat' | 'language'>): Weekday[] {
  return [...flat.matchAll(compiled.get(language) ?? expressionFor(language))].map((match) => ({
    day: match.slice(1, daysOfWeek + 1).findIndex((name) => name !== undefined),
    start: match.index,
    end: match.index + match[0].length,
    text: match[0],
  }))
}
