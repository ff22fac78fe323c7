import { describe, expect, it } from 'vitest'
import type { Language } from '../lexicons/lexicon.ts'
import { quantitiesOf } from './quantities.ts'
import { readText } from './read-text.ts'

/** Each number with what it measures: "length 25 words". */
const read = (language: Language, text: string): string[] =>
  quantitiesOf(readText(text, language)).map(({ type, value, unit }) => `${type} ${value} ${unit}`.trim())

describe('numbers in words', () => {
  it.each<[Language, string, string]>([
    ['en', 'twenty five words', 'length 25 words'],
    ['en', 'two hundred and fifty euros', 'money 250 EUR'],
    ['en', 'one thousand two hundred words', 'length 1200 words'],
    ['es', 'treinta y cinco palabras', 'length 35 words'],
    ['es', 'doscientos euros', 'money 200 EUR'],
    ['es', 'mil quinientos euros', 'money 1500 EUR'],
    ['fr', 'quatre-vingt-dix-sept mots', 'length 97 words'],
    ['fr', 'soixante et onze mots', 'length 71 words'],
    ['fr', 'cent quatre-vingts euros', 'money 180 EUR'],
    ['pt', 'trinta e cinco palavras', 'length 35 words'],
    ['tr', 'on beş dakika', 'duration 15 minutes'],
    ['tr', 'yirmibeş kelime', 'length 25 words'],
    ['ua', 'двадцять п’ять хвилин', 'duration 25 minutes'],
    ['ua', 'дві тисячі гривень', 'money 2000 UAH'],
    ['ko', '삼만원', 'money 30000 KRW'],
    ['ko', '2만 5천원', 'money 25000 KRW'],
    ['ko', '이십오분', 'duration 25 minutes'],
    ['ko', '예순여섯 살', 'age 66'],
    ['ko', '다섯가지를', 'count 5 ideas'],
    ['ja', '二千円', 'money 2000 JPY'],
    ['ja', '3万5千円', 'money 35000 JPY'],
    ['ja', '六十五歳', 'age 65'],
    ['ja', '三十分', 'duration 30 minutes'],
    ['ja', '三つ', 'count 3 ideas'],
  ])('%s: %s', (language, text, quantity) => {
    expect(read(language, text)).toEqual([quantity])
  })

  it.each<[Language, string]>([
    ['es', 'a las diez y cinco'],
    ['en', 'between twenty, five and ten'],
  ])('are not added up when they are separate: %s, %s', (language, text) => {
    expect(read(language, text).length).toBeGreaterThan(1)
  })

  it.each<[Language, string]>([
    ['ko', '만두 수업'],
    ['ko', '천천히 해 주세요'],
    ['ja', 'これで十分です'],
    ['ja', '一番いいもの'],
  ])('are not found inside other words: %s, %s', (language, text) => {
    expect(read(language, text)).toEqual([])
  })
})

describe('fractions and articles', () => {
  it.each<[string, string]>([
    ['half an hour', 'duration 0.5 hours'],
    ['an hour', 'duration 1 hours'],
    ['a minute and a half', 'duration 1.5 minutes'],
    ['half a dozen ideas', 'count 6 ideas'],
    ['a full page', 'length 1 pages'],
  ])('%s', (text, quantity) => {
    expect(read('en', text)).toEqual([quantity])
  })

  it('do not count things that are not measured', () => {
    expect(read('en', 'a friend and a cat')).toEqual([])
  })
})

describe('days', () => {
  it.each<[Language, string, string]>([
    ['en', 'the fourteenth of June', 'date 06-14'],
    ['en', 'June the twenty-first', 'date 06-21'],
    ['en', 'it moves to the 14th', 'date 14 day'],
    ['en', 'at the weekend', 'date weekend weekday'],
    ['es', 'el primero de mayo', 'date 05-01'],
    ['ua', 'двадцять першого травня', 'date 05-21'],
    ['ko', '유월 십사일', 'date 06-14'],
    ['tr', 'on dört Haziran', 'date 06-14'],
  ])('%s: %s', (language, text, quantity) => {
    expect(read(language, text)).toContain(quantity)
  })

  it('are not floors, birthdays or other ordinals', () => {
    expect(read('en', 'on the 4th floor, for her 21st birthday').filter((text) => text.startsWith('date'))).toEqual([])
  })
})

describe('hours', () => {
  it.each<[Language, string, string]>([
    ['en', 'at half past eight', 'time 510 either'],
    ['en', 'at 3 in the afternoon', 'time 900'],
    ['fr', 'à 13h30', 'time 810'],
    ['pt', 'às dez e meia', 'time 630 either'],
    ['tr', 'saat dörtte', 'time 240 either'],
    ['ko', '오후 한 시', 'time 780'],
    ['ja', '午後一時', 'time 780'],
  ])('%s: %s', (language, text, quantity) => {
    expect(read(language, text)).toEqual([quantity])
  })

  it('are not durations', () => {
    expect(read('en', 'after 3 weeks')).toEqual(['duration 3 weeks'])
  })
})

describe('units', () => {
  it('can follow words that describe them', () => {
    expect(read('en', 'five cheap gift ideas')).toEqual(['count 5 ideas'])
  })

  it('do not cross the end of a clause', () => {
    expect(read('en', 'I am bringing 5, ideas welcome')).toEqual(['count 5'])
  })

  it('keep the range of the number separate', () => {
    const [quantity] = quantitiesOf(readText('write sixty words', 'en'))
    expect(quantity).toMatchObject({ from: 6, to: 17, number: { from: 6, to: 11 } })
  })
})
