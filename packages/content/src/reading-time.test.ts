import { describe, expect, it } from 'vitest'
import { readingSeconds } from './reading-time.ts'

describe('reading time of a text', () => {
  it.each([
    ['en', 'word '.repeat(165), 60],
    ['es', 'palabra '.repeat(215), 60],
    ['ua', 'слово '.repeat(90), 30],
    ['ja', '凧'.repeat(350), 60],
    ['ko', '연을 '.repeat(250), 60],
    ['xx', 'word '.repeat(200), 60],
  ])('in %s is based on words or letters', (language, text, seconds) => {
    expect(readingSeconds(text, language)).toBe(seconds)
  })

  it('ignores markup, URLs, code and practice placeholders', () => {
    const text = '**One** [two](https://example.com/a-long-address) three\n\n[PRACTICE_1]\n\n```\nfour five six\n```'
    expect(readingSeconds(text, 'en')).toBe(readingSeconds('One two three', 'en'))
  })
})
