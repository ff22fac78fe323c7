import { expect, it } from 'vitest'
import { chooseLanguage } from './choose-language.ts'

it.each([
  [undefined, null, 'en'],
  [undefined, 'ua', 'ua'],
  [undefined, 'uk', 'en'],
  ['*', 'fr', 'fr'],
  ['', 'fr', 'fr'],
  ['uk-UA,uk;q=0.9,en;q=0.8', 'fr', 'ua'],
  ['de-DE,de;q=0.9', 'fr', 'en'],
  ['en;q=0.2, ja;q=0.9, ko;q=0', null, 'ja'],
  ['pt-BR', null, 'pt'],
  ['xx;;;q=,,,;', 'es', 'en'],
])('for the header %j and the profile %j, chooses the texts in %s', (header, profile, language) => {
  expect(chooseLanguage(header, profile)).toBe(language)
})
