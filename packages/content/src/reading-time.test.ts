import { describe, expect, it } from 'vitest'
import { readingSeconds } from './reading-time.ts'

describe('the reading time of a text', () => {
  it.each([
    ['en', 'word '.repeat(165), 60],
    ['es', 'palabra '.repeat(215), 60],
    ['ua', 'слово '.repeat(90), 30],
    ['ja', '凧'.repeat(350), 60],
    ['ko', '연을 '.repeat(250), 60],
    ['xx', 'word '.repeat(200), 60],
  ])('in %s goes by words or by letters', (language, text, seconds) => {
    expect(readingSeconds(text, language)).toBe(seconds)
  })

  it('leaves out marks, addresses, code and the places of practices', () => {
    const text = '**One** [two](https://example.com/a-long-address) three\n\n[PRACTICE_1]\n\n```\nfour five six\n```'
    expect(readingSeconds(text, 'en')).toBe(readingSeconds('One two three', 'en'))
  })
})
