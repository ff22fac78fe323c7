import { describe, expect, it } from 'vitest'
import { deletionGraceDays, deletionWords, readEmailAddress } from './account.ts'

/** 254 characters. */
const longestAddress = `a@${'abcdefg.'.repeat(31)}comm`

describe('email address', () => {
  it.each([
    ['ann@example.com', 'ann@example.com'],
    [' Ann.Lee+news@Mail.Example.CO.UK ', 'ann.lee+news@mail.example.co.uk'],
    ['_x@example.com', '_x@example.com'],
    ['o_b-1%@a-b.example', 'o_b-1%@a-b.example'],
    ['ann@xn--bcher-kva.example', 'ann@xn--bcher-kva.example'],
    ['ann@example.xn--p1ai', 'ann@example.xn--p1ai'],
    ['ann.b.lee@mail.example.com', 'ann.b.lee@mail.example.com'],
    ['4@a.io', '4@a.io'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
    [`ann@${'a'.repeat(63)}.com`, `ann@${'a'.repeat(63)}.com`],
    [`ann@example.${'c'.repeat(63)}`, `ann@example.${'c'.repeat(63)}`],
    [longestAddress, longestAddress],
    ['ana@example.com\u200B', 'ana@example.com'],
    ['\uFEFFana@\u2060example\u00AD.com\u202C', 'ana@example.com'],
    ['\u00A0ana@example.com\u3000', 'ana@example.com'],
    ['ａｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ana@example.com'],
    ['user@müller.example', 'user@xn--mller-kva.example'],
    ['user@mu\u0308ller.example', 'user@xn--mller-kva.example'],
    ['user@例え.jp', 'user@xn--r8jz45g.jp'],
    ['user@пошта.укр', 'user@xn--80a1acn3a.xn--j1amh'],
  ])('%j is stored as %j', (text, kept) => {
    expect(readEmailAddress(text)).toBe(kept)
  })

  it.each([
    '',
    'ann',
    'ann@',
    '@example.com',
    'ann@example',
    '-ann@example.com',
    'ann@bü cher.example',
    'ann@bü/cher.example',
    'ann@bücher.example:80',
    'abc.@docomo.ne.jp',
    'ann@@example.com',
    'ann@b@example.com',
    'ann lee@example.com',
    '"ann"@example.com',
    'ann,bob@example.com',
    'ann<bob@example.com>',
    'ann@example.com\r\nBcc: eve@example.com',
    'ann\n@example.com',
    'ann(x)@example.com',
    'ann@exa_mple.com',
    'ann@-example.com',
    'ann@example-.com',
    'ann@example..com',
    'ann@.com',
    'ann@[127.0.0.1]',
    'ann@127.0.0.1',
    'änn@example.com',
    '.ann@example.com',
    'ann.@example.com',
    'an..n@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ann@${'a'.repeat(64)}.com`,
    `ann@example.${'c'.repeat(64)}`,
    'ann@example.c',
    'ann@example.c-',
    'ann@example.7om',
    '=ann@example.com',
    `${longestAddress}m`,
  ])('%j is rejected', (text) => {
    expect(readEmailAddress(text)).toBeNull()
  })
})

describe('account deletion', () => {
  it('can be undone for four weeks and takes either of two English words', () => {
    expect(deletionGraceDays).toBe(28)
    expect(deletionWords).toEqual(['GOODBYE', 'DELETE'])
  })
})
