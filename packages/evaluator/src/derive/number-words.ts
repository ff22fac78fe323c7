import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'

/** Small numbers as words, in every language of the lexicons: a prompt may be in another language than its task. Written as in the lexicons. */
const words: Record<number, string[]> = {
  3: ['three', 'tres', 'trois', 'üç', 'три', 'трьох', '(^| )세 ', '셋', '三'],
  4: ['four', 'cuatro', 'quatre', 'quatro', 'dört', 'чотири', 'чотирьох', '(^| )네 ', '넷', '四'],
  5: ['five', 'cinco', 'cinq', 'beş', "п'ять", 'пяти', '다섯', '五'],
  6: ['six', 'seis', 'altı', 'шість', 'шести', '여섯', '六'],
  7: ['seven', 'siete', 'sept', 'sete', 'yedi', 'сім', 'семи', '일곱', '七'],
  8: ['eight', 'ocho', 'huit', 'oito', 'sekiz', 'вісім', 'восьми', '여덟', '八'],
  9: ['nine', 'nueve', 'neuf', 'nove', 'dokuz', "дев'ять", 'девяти', '아홉', '九'],
  10: ['ten', 'diez', 'dix', 'dez', '(^| )on( |$)', 'десять', 'десяти', '(^| )열 ', '十'],
  12: ['twelve', 'doce', 'douze', 'doze', 'on iki', 'дванадцять', '열두', '十二'],
}

const plainWord = (form: string) => !form.includes('(') && /\p{L}{2}/u.test(form)

/** The number that a word of a task stands for, three and above; one and two are said in too many ways to be looked for. */
export function numberOf(word: string): number | null {
  if (/^\d{1,3}$/.test(word)) return Number(word) >= 3 ? Number(word) : null
  const found = Object.entries(words).find(([, forms]) =>
    forms.some((form) => form === word || (plainWord(form) && form.replace("'", '') === word)),
  )
  return found ? Number(found[0]) : null
}

/** Ways to write a number in any language. */
export function formsOfNumber(value: number): string[] {
  return [String(value), ...(words[value] ?? [])]
}

const values = [5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 40, 50, 60, 70, 80, 90, 100, 150, 200]
/** The same values in the words of each language, folded; ordinals and cases by their beginning. */
const spelled: Record<LexiconLanguage, string> = {
  en: 'five six seven eight nine ten twelve fifteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundred_fifty two_hundred',
  es: 'cinco seis siete ocho nueve diez doce quince veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien ciento_cincuenta doscient*',
  fr: 'cinq six sept huit neuf dix douze quinze vingt trente quarante cinquante soixante soixante-dix quatre-vingt* quatre-vingt-dix cent cent_cinquante deux_cent*',
  pt: 'cinco seis sete oito nove dez doze quinze vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem cento_e_cinquenta duzent*',
  tr: 'bes alti yedi sekiz dokuz on oniki onbes yirmi otuz kirk elli altmis yetmis seksen doksan yuz yuz_elli iki_yuz',
  ua: 'пят* шіст* сім* вісім* девят* десят* дванадцят* пятнадцят* двадцят* тридцят* сорок пятдесят* шістдесят* сімдесят* вісімдесят* девяност* сто сто_пятдесят двісті',
  ko: '다섯 여섯 일곱 여덟 아홉 열 열두 열다섯 스무 서른 마흔 쉰 예순 일흔 여든 아흔 백 백오십 이백',
  ja: '五 六 七 八 九 十 十二 十五 二十 三十 四十 五十 六十 七十 八十 九十 百 百五十 二百',
}

/** A round or small number in words, for those who write "a hundred" for 100; none for others. */
export function spelledNumber(digits: string, language: LexiconLanguage): string[] {
  const word = spelled[language].split(' ')[values.indexOf(Number(digits))]
  return word === undefined || !/^\d+$/.test(digits) ? [] : [word.replaceAll('_', ' ')]
}
