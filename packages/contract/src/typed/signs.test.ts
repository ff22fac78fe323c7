import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countSigns,
  firstSigns,
  isWithin,
  mayBeWithin,
  splitIntoSigns,
  splitWithoutSegmenter,
  typedWithin,
  unitsPerSign,
} from './signs.ts'

const family = '👨‍👩‍👧‍👦'
const texts = fc.string({
  unit: fc.oneof(
    fc.constantFrom(family, '🇺🇦', '👍🏽', 'é', 'é', 'क्षि', '각', '\r\n', 'ก็', 'שָׁ', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 30,
})
const limits = fc.integer({ min: 0, max: 30 })

describe('countSigns', () => {
  it.each([
    ['a family', family.repeat(20), 20],
    ['flags', '🇺🇦🇫🇷🇧🇷', 3],
    ['a skin tone', '👍🏽', 1],
    ['a letter and its accent', 'é', 1],
    ['Latin letters', 'Saturday', 8],
    ['Hindi', 'नमस्ते', 3],
    ['decomposed Korean', '각', 1],
    ['nothing', '', 0],
  ])('counts what people see: %s', (_, text, count) => {
    expect(countSigns(text)).toBe(count)
  })

  it('counts a heap of marks as several signs, so that a limit bounds the code units', () => {
    expect(countSigns(`a${'\u0301'.repeat(99)}`)).toBe(5)
    fc.assert(
      fc.property(texts, (text) => {
        expect(text.length).toBeLessThanOrEqual(unitsPerSign * countSigns(text))
      }),
    )
  })
})

describe('without Intl.Segmenter', () => {
  it.each([family, '🇺🇦', '👍🏽', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'é', '각', '각', '\r\n', 'ก็', 'กำ', '❤️‍🔥', 'a'])('“%s” is one sign too', (sign) => {
    expect(splitWithoutSegmenter(sign + sign)).toEqual([sign, sign])
  })

  it('loses nothing, and what it accepts is not refused elsewhere', () => {
    fc.assert(
      fc.property(texts, limits, (text, limit) => {
        expect(splitWithoutSegmenter(text).join('')).toBe(text)
        expect(mayBeWithin(text, limit) || !isWithin(text, limit)).toBe(true)
      }),
    )
  })
})

describe('firstSigns', () => {
  it('keeps whole signs of the beginning, as many as fit', () => {
    fc.assert(
      fc.property(texts, limits, (text, limit) => {
        const kept = firstSigns(text, limit)
        expect(isWithin(kept, limit)).toBe(true)
        expect(splitIntoSigns(text).slice(0, splitIntoSigns(kept).length).join('')).toBe(kept)
        expect(kept === text).toBe(isWithin(text, limit))
      }),
    )
  })

  it('does not cut a family apart', () => {
    expect(firstSigns(family.repeat(3), 2)).toBe(family.repeat(2))
  })
})

describe('typedWithin', () => {
  it('keeps what was there when something is put into a full text', () => {
    expect(typedWithin('abcd', 'abXcd', 4)).toEqual({ text: 'abcd', caret: 2 })
    expect(typedWithin('abcd', `ab${family}${family}cd`, 5)).toEqual({
      text: `ab${family}cd`,
      caret: 2 + family.length,
    })
  })

  it('lets a text that was too long get shorter', () => {
    expect(typedWithin('abcdef', 'abcde', 3).text).toBe('abcde')
  })

  it('never goes beyond the limit, and cuts no sign', () => {
    fc.assert(
      fc.property(texts, texts, fc.nat(), fc.nat(), limits, (before, put, from, to, limit) => {
        const old = splitIntoSigns(firstSigns(before, limit))
        const [start, end] = [from % (old.length + 1), to % (old.length + 1)].toSorted((a, b) => a - b) as [
          number,
          number,
        ]
        const typed = [...old.slice(0, start), put, ...old.slice(end)].join('')
        const { text, caret } = typedWithin(old.join(''), typed, limit)
        expect(isWithin(text, limit)).toBe(true)
        expect(text === typed).toBe(isWithin(typed, limit))
        expect(splitIntoSigns(typed)).toEqual(expect.arrayContaining(splitIntoSigns(text.slice(0, caret))))
      }),
    )
  })
})
