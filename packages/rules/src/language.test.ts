import { expect, it } from 'vitest'
import {
  defaultLanguage,
  languageCodes,
  languageDetails,
  textLanguageOf,
  textLanguageOfBrowser,
  textLanguages,
} from './language.ts'

it('accepts ten codes; us and uk mean English', () => {
  expect(Object.fromEntries(languageCodes.map((code) => [code, textLanguageOf(code)]))).toEqual({
    uk: 'en',
    ua: 'ua',
    en: 'en',
    ko: 'ko',
    us: 'en',
    es: 'es',
    fr: 'fr',
    tr: 'tr',
    ja: 'ja',
    pt: 'pt',
  })
})

it('calls each language by its own name', () => {
  expect(textLanguages.map((code) => languageDetails[code].bcp47)).toEqual('en uk ko es fr tr ja pt'.split(' '))
  for (const { name, bcp47 } of Object.values(languageDetails))
    expect(name.toLowerCase()).toBe(new Intl.DisplayNames(bcp47, { type: 'language' }).of(bcp47)?.toLowerCase())
})

it.each([['de'], ['UA'], [''], [null], [undefined]])('falls back to English for %j', (code) => {
  expect(defaultLanguage).toBe('en')
  expect(textLanguageOf(code)).toBe('en')
})

it.each([
  [['uk-UA'], 'ua'],
  [['UK'], 'ua'],
  [['pt-BR', 'en-US'], 'pt'],
  [['en-US', 'pt-BR'], 'en'],
  [['de-DE', 'ja-JP'], 'ja'],
  [['de'], 'en'],
  [[], 'en'],
])('chooses for the browser languages %j: %s', (tags, language) => {
  expect(textLanguageOfBrowser(tags)).toBe(language)
})
