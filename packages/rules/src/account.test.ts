import { describe, expect, it } from 'vitest'
import { readEmailAddress } from './account.ts'

describe('email address', () => {
  it.each([
    ['ann@example.com', 'ann@example.com'],
    [' Ann.Lee+news@Mail.Example.CO.UK ', 'ann.lee+news@mail.example.co.uk'],
    ['_x@example.com', '_x@example.com'],
    ['o_b-1%@a-b.example', 'o_b-1%@a-b.example'],
    ['ann@xn--bcher-kva.example', 'ann@xn--bcher-kva.example'],
    ['ann@example.xn--p1ai', 'ann@example.xn--p1ai'],
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
    'ann@bücher.example',
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
    `a@${'abcdefg.'.repeat(32)}com`,
  ])('%j is rejected', (text) => {
    expect(readEmailAddress(text)).toBeNull()
  })
})
