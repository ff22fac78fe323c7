import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'

const hourNames: Record<LexiconLanguage, string> = {
  en: 'one two three four five six seven eight nine ten eleven twelve',
  es: 'una dos tres cuatro cinco seis siete ocho nueve diez once doce',
  fr: 'une deux trois quatre cinq six sept huit neuf dix onze midi',
  pt: 'uma duas tres quatro cinco seis sete oito nove dez onze meio-dia',
  tr: 'bir iki uc dort bes alti yedi sekiz dokuz on onbir oniki',
  ua: 'перш друг трет четверт пят шост сьом восьм девят десят одинадцят дванадцят',
  ko: '한 두 세 네 다섯 여섯 일곱 여덟 아홉 열 열한 열두',
  ja: '一 二 三 四 五 六 七 八 九 十 十一 十二',
}

const hoursOnClock = 12
const onClock = (hour: number) => ((hour + hoursOnClock - 1) % hoursOnClock) + 1
const nameOf = (hour: number, language: LexiconLanguage) =>
  hourNames[language].split(' ')[onClock(hour) - 1] ?? String(hour)

/** How a language says half past an hour, given as a word and as digits. */
const half: Record<LexiconLanguage, (hour: number) => string[]> = {
  en: (hour) => [`half past ${nameOf(hour, 'en')}`, `half ${nameOf(hour, 'en')}`, `half past ${onClock(hour)}`],
  es: (hour) => [`${nameOf(hour, 'es')} y media`, `${onClock(hour)} y media`],
  fr: (hour) => [`${nameOf(hour, 'fr')} heures et demie`, `${onClock(hour)}h et demie`, `${onClock(hour)} h et demie`],
  pt: (hour) => [`${nameOf(hour, 'pt')} e meia`, `${onClock(hour)} e meia`, `${onClock(hour)}h e meia`],
  tr: (hour) => [`${nameOf(hour, 'tr')} bucuk`, `${onClock(hour)} bucuk`, `${onClock(hour)} buçuk`],
  ua: (hour) => [`пів на ${nameOf(hour + 1, 'ua')}*`, `пів на ${onClock(hour + 1)}`, `пів ${nameOf(hour + 1, 'ua')}*`],
  ko: (hour) => [`${onClock(hour)}시 반`, `${nameOf(hour, 'ko')}시 반`, `${nameOf(hour, 'ko')} 시 반`],
  ja: (hour) => [`${onClock(hour)}時半`, `${nameOf(hour, 'ja')}時半`],
}

/** The full hour in words; Ukrainian as in "о сьомій". */
const full: Record<LexiconLanguage, (name: string) => string[]> = {
  en: (name) => [`at ${name}`, `${name} o clock`, `${name} pm`, `${name} am`, `until ${name}`, `from ${name}`],
  es: (name) => [`las ${name}`, `la ${name}`, `${name} de la`],
  fr: (name) => [`${name} heures`, `a ${name}`],
  pt: (name) => [`as ${name}`, `das ${name}`, `${name} horas`, `${name} da`],
  tr: (name) => [`saat ${name}`],
  ua: (name) => [`о ${name}*`, `до ${name}*`, `з ${name}*`],
  ko: (name) => [`${name}시`, `${name} 시`],
  ja: (name) => [`${name}時`],
}

const withHour = (said: (hour: string) => string[], hour: number, language: LexiconLanguage) =>
  [nameOf(hour, language), String(onClock(hour))].flatMap(said)

/** A quarter past the hour, with its name or its digits. */
const quarterPast: Record<LexiconLanguage, (hour: string) => string[]> = {
  en: (hour) => [`quarter past ${hour}`],
  es: (hour) => [`${hour} y cuarto`],
  fr: (hour) => [`${hour} heures et quart`, `${hour}h et quart`, `${hour} h et quart`],
  pt: (hour) => [`${hour} e quinze`, `${hour} e um quarto`],
  tr: (hour) => [`${hour}* ceyrek gec*`],
  ua: () => [],
  ko: (hour) => [`${hour}시 십오 분`, `${hour}시 십오분`, `${hour} 시 십오 분`],
  ja: (hour) => [`${hour}時十五分`],
}

/** A quarter before the next hour. In Ukrainian the quarter past is said by the next hour too. */
const quarterTo: Record<LexiconLanguage, (next: string) => string[]> = {
  en: (next) => [`quarter to ${next}`],
  es: (next) => [`${next} menos cuarto`],
  fr: (next) => [`${next} heures moins le quart`, `${next}h moins le quart`, `${next} h moins le quart`],
  pt: (next) => [`quinze para as ${next}`, `quinze pras ${next}`],
  tr: (next) => [`${next}* ceyrek kala`, `${next}* ceyrek var`],
  ua: (next) => [`за чверть ${next}*`],
  ko: () => [],
  ja: () => [],
}

function quarters(hour: number, minute: string, language: LexiconLanguage): string[] {
  if (minute === '45') return withHour(quarterTo[language], hour + 1, language)
  if (minute !== '15') return []
  if (language === 'ua') return withHour((next) => [`чверть на ${next}*`], hour + 1, language)
  return withHour(quarterPast[language], hour, language)
}

const marks = [':', 'h', '.', ' h ', '시 ', '時']

function digitForms(hour: number, minute: string): string[] {
  return marks.flatMap((mark) => (mark === '시 ' ? `${hour}시 ${minute}분` : `${hour}${mark}${minute}`))
}

/**
 * Ways to write a time of day in a language, folded: on both clocks, in digits and, for full, half and quarter hours, in words. `minute` is two digits.
 */
export function clockForms(hour: number, minute: string, language: LexiconLanguage): string[] {
  const hours = [...new Set([hour, onClock(hour)])]
  const digits = hours.flatMap((each) => [...digitForms(each, minute), ...(minute === '00' ? [String(each)] : [])])
  digits.push(...quarters(hour, minute, language))
  if (minute === '30') return [...digits, ...half[language](hour)]
  return minute === '00' ? [...digits, ...full[language](nameOf(hour, language))] : digits
}
