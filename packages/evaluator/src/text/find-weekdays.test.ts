import { expect, it } from 'vitest'
import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { findWeekdays } from './find-weekdays.ts'
import { readText } from './read-text.ts'

const week: readonly [LexiconLanguage, string][] = [
  ['en', 'Monday, tue, Wednesday, Thurs, fri, Saturday, Sunday'],
  ['es', 'lunes, martes, miércoles, jueves, viernes, sábado, domingo'],
  ['fr', 'lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche'],
  ['pt', 'segunda-feira, terça, quarta, quinta-feira, sexta, sábado, domingo'],
  ['tr', "Pazartesi, Salı, Çarşamba, Perşembe günü, Cuma, Cumartesi, Pazar'a"],
  ['ua', "у понеділок, вівторок, середу, четвер, п'ятницю, суботу, неділю"],
  ['ua', 'понедельник, вторник, среду, четверг, пятницу, субботу, воскресенье'],
  ['ko', '월요일, 화요일, 수욜, 목요일, 금요일에, 토요일, 일요일'],
  ['ja', '月曜日、火曜、水曜日、木曜日、金曜日、土曜日、日曜日'],
]
it.each(week)('the week is read in %s: %s', (language, text) => {
  expect(findWeekdays(readText(text, language)).map(({ day }) => day)).toEqual([0, 1, 2, 3, 4, 5, 6])
})

it('a weekday in brackets behind a date is read', () => {
  expect(findWeekdays(readText('6月14日(土)13時', 'ja')).map(({ day }) => day)).toEqual([5])
  expect(findWeekdays(readText('6월 14일(토) 오후', 'ko')).map(({ day }) => day)).toEqual([5])
})

it('no weekday is read into other words', () => {
  expect(findWeekdays(readText('the sunny market, a wedding, satisfied, money', 'en'))).toEqual([])
  expect(findWeekdays(readText('у середовищі, посередині, вівтар', 'ua'))).toEqual([])
})
