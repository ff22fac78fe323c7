import { describe, expect, it } from 'vitest'
import { makePoint } from '../../test-support/make-evaluation.ts'
import { highlight, quoteOf } from './prompt-highlights.ts'
import { extendTo, isPicked, partsOf, pickedRange, tapWord, type WordRange } from './prompt-words.ts'

const wordsOf = (prompt: string, locale = 'en') =>
  partsOf(prompt, locale).flatMap(({ text, word }) => (word === null ? [] : [text]))

describe('the words of a prompt', () => {
  it.each([
    ['en', "Don't write, please: 3 ideas!", ["Don't", 'write', 'please', '3', 'ideas']],
    [
      'uk',
      'Напиши п’ять ідей для Мар’яни, будь ласка.',
      ['Напиши', 'п’ять', 'ідей', 'для', 'Мар’яни', 'будь', 'ласка'],
    ],
    ['ja', '三つのアイデアを、友達と。', ['三つ', 'の', 'アイデア', 'を', '友達', 'と']],
    ['en', 'About £40, or 10 % (40€).', ['About', '£40', 'or', '10', '40€']],
  ])('%s: %s', (locale, prompt, expected) => {
    expect(wordsOf(prompt, locale)).toEqual(expected)
  })

  it.each(['A 👨‍👩‍👧 picnic\nfor 4, ok?', '三つのアイデア 🙂 を', '  spaced  out  ', ''])(
    'have correct positions in %j',
    (prompt) => {
      const parts = partsOf(prompt, 'ja')
      expect(parts.map(({ text }) => text).join('')).toBe(prompt)
      for (const { text, from, to } of parts) expect(prompt.slice(from, to)).toBe(text)
    },
  )

  it('have UTF-16 offsets after an emoji', () => {
    expect(partsOf('👍🏽 ok', 'en').find(({ text }) => text === 'ok')).toMatchObject({ from: 5, to: 7, word: 0 })
  })

  it('are found without a segmenter too', () => {
    const { Segmenter } = Intl
    Reflect.deleteProperty(Intl, 'Segmenter')
    try {
      expect(wordsOf("Don't write: £40 для п’яти!")).toEqual(["Don't", 'write', '£40', 'для', 'п’яти'])
    } finally {
      Object.defineProperty(Intl, 'Segmenter', { value: Segmenter, configurable: true, writable: true })
    }
  })
})

const tap = (...words: number[]) => words.reduce<WordRange>(tapWord, null)

describe('picking words', () => {
  const parts = partsOf('Three ideas for two people', 'en')
  const picked = (range: WordRange) => {
    const found = pickedRange(parts, range)
    return found && 'Three ideas for two people'.slice(found.from, found.to)
  }

  it.each([
    [[], null],
    [[2], 'for'],
    [[2, 4], 'for two people'],
    [[4, 2], 'for two people'],
    [[2, 2], null],
    [[0, 1, 3], 'two'],
    [[0, 1, 3, 4], 'two people'],
  ])('taps on %j pick %j', (words, expected) => {
    expect(picked(tap(...words))).toBe(expected)
  })

  it('extends from the focus with Shift, in both directions', () => {
    const first = extendTo(null, 1, 2)
    expect(picked(first)).toBe('ideas for')
    expect(picked(extendTo(extendTo(first, 2, 1), 1, 0))).toBe('Three ideas')
  })

  it('includes every word in between', () => {
    expect([0, 1, 2, 3, 4].map((word) => isPicked(tap(3, 1), word))).toEqual([false, true, true, true, false])
  })
})

describe('the words for a point', () => {
  const prompt = 'Ideas for 3 pm in Kyiv'

  it('are underlined, wrong values differently, guesses not at all', () => {
    const points = [
      makePoint('ideas', { state: 'found', spans: [[0, 5]] }),
      makePoint('all', { state: 'shown', spans: [[0, 9]] }),
      makePoint('time', { state: 'wrong', spans: [[10, 14]] }),
      makePoint('place', { state: 'missing', spans: [[18, 22]] }),
    ]
    expect(highlight(prompt, points)).toEqual([
      { from: 0, text: 'Ideas for', look: 'said' },
      { from: 9, text: ' ', look: 'plain' },
      { from: 10, text: '3 pm', look: 'wrong' },
      { from: 14, text: ' in Kyiv', look: 'plain' },
    ])
  })

  it('stay inside the prompt', () => {
    expect(highlight('Ideas', [makePoint('all', { state: 'found', spans: [[0, 99]] })])).toEqual([
      { from: 0, text: 'Ideas', look: 'said' },
    ])
  })

  it('are quoted, also from several places', () => {
    expect(
      quoteOf(prompt, [
        [0, 5],
        [18, 22],
        [5, 6],
      ]),
    ).toBe('Ideas … Kyiv')
    expect(quoteOf(prompt, [])).toBe('')
  })

  it('are quoted once if their places overlap', () => {
    expect(
      quoteOf(prompt, [
        [15, 22],
        [6, 14],
        [10, 17],
      ]),
    ).toBe('for 3 pm in Kyiv')
  })
})
