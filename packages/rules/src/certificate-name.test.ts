import { describe, expect, it } from 'vitest'
import { findNameProblem, tidyCertificateName } from './certificate-name.ts'

describe('certificate name', () => {
  it.each([
    'Ada Lovelace',
    'Nguyễn Thị Minh Khai',
    'Jean-Luc O’Neill, Jr.',
    'Çağrı Şimşek',
    'Їжак Ґалаґан',
    '홍길동',
    '山田 太郎',
    '小鳥遊 六花',
    'محمد',
    'X Æ A-12',
    'A',
    'हिन्दी',
    `A${'\u0316'.repeat(4)}da`,
    '42',
  ])('can be %s', (name) => {
    expect(findNameProblem(name)).toBe(null)
  })

  it.each(['', '   ', '\t\n', '\u00A0\u3000'])('is missing for %j', (name) => {
    expect(findNameProblem(name)).toBe('missing')
  })

  it.each([
    ['a bidi override', 'Ada \u202Eecalevol'],
    ['a bidi isolate', '\u2066Ada\u2069'],
    ['a zero-width sign', 'A\u200Bda'],
    ['a line break', 'Ada\nLovelace'],
    ['a control character', 'Ada\u0007'],
    ['a soft hyphen', 'Love\u00ADlace'],
    ['a lone surrogate', 'Ada \uD800'],
    ['private use', 'Ada \uE000'],
    ['no letter', '!!!'],
    ['a tower of marks', `A${'\u0316'.repeat(5)}da`],
  ])('cannot contain %s', (_what, name) => {
    expect(findNameProblem(name)).toBe('unprintable')
  })

  it('has at most 80 characters, counting surrogate pairs as one', () => {
    expect(findNameProblem('𠮷'.repeat(80))).toBe(null)
    expect(findNameProblem('𠮷'.repeat(81))).toBe('tooLong')
    expect(findNameProblem(`${' '.repeat(100)}Ada`)).toBe(null)
  })

  it('is normalized and trimmed, with single spaces', () => {
    expect(tidyCertificateName('  Rene\u0301   \u00A0Dupont ')).toBe('René Dupont')
    expect(tidyCertificateName('山田\u3000太郎')).toBe('山田 太郎')
    expect(tidyCertificateName('葛\u{E0100}城')).toBe('葛城')
    expect(tidyCertificateName('Ada\uFE0F Lovelace')).toBe('Ada Lovelace')
    expect(tidyCertificateName('홍길동'.normalize('NFD'))).toBe('홍길동')
  })
})
