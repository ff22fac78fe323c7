import { expect, it } from 'vitest'
import type { LexiconLanguage } from '../lexicon/lexicon-languages.ts'
import { expandShorthand } from './expand-shorthand.ts'

const written: readonly [LexiconLanguage, string, string][] = [
  ['en', 'ill check it b4 u send it w/ the pics', 'i will check it before you send it with the pictures'],
  ['es', 'q tenemos q llevar pa dos, xfa', 'que tenemos que llevar para dos, por favor'],
  ['fr', 'stp un msg pr les gosses', 's il te plait un message pour les enfants'],
  [
    'pt',
    'vc faz um convite pro grupo, cada um leva uma comidinha',
    'voce faz um convite para o grupo, cada um leva uma comida',
  ],
]
it.each(written)('writes short spellings out in %s: %s', (language, short, long) => {
  expect(expandShorthand(short, language)).toBe(long)
})

it('leaves parts of words, and languages without short spellings', () => {
  expect(expandShorthand('the urn, re-u, 5/n', 'en')).toBe('the urn, re-u, 5/n')
  expect(expandShorthand('q', 'tr')).toBe('q')
})
