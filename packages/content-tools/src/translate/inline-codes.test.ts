import { describe, expect, it } from 'vitest'
import { alignTranslation, type Inline, joinPieces, splitText } from './inline-codes.ts'

const show = (inlines: readonly Inline[]): string =>
  inlines
    .map((inline) => {
      if (inline.kind === 'text') return inline.text
      return inline.kind === 'ph' ? `<${inline.data}>` : `<${inline.start}>${show(inline.children)}<${inline.end}>`
    })
    .join('')

const body = (text: string) => splitText({ block: 'page', key: 'body', text })
const segments = (pieces: ReturnType<typeof body>) =>
  pieces.flatMap(({ kind, inlines }) => (kind === 'segment' ? [show(inlines)] : []))

describe('a text with Markdown', () => {
  it.each([
    ['paragraphs and placeholders', 'One.\n\n[PRACTICE_1]\n\n---\n\nTwo.', ['One.', 'Two.']],
    ['bold, italics and code', 'A **new *term*** and `code`.', ['A <**>new <*>term<*><**> and <`>code<`>.']],
    ['a link', 'See [the page](https://example.org/a) now.', ['See <[>the page<](https://example.org/a)> now.']],
    ['list items', '- **One**: a\n- Two', ['<**>One<**>: a', 'Two']],
    ['a chat bubble', '> **Ana:** Hi.\\\n> Two lines.', ['<**>Ana:<**> Hi.<\\\n> >Two lines.']],
    ['a line break inside a paragraph', 'One\ntwo', ['One<\n>two']],
    ['a line break after bold', '> **a**\n> b', ['<**>a<**><\n> >b']],
    ['the lines of a code block', '```\n| a | b |\n\n| c | d |\n```', ['| a | b |', '| c | d |']],
    ['an indented code block', 'One.\n\n    two', ['One.', 'two']],
  ])('is split into %s', (_, text, expected) => {
    const pieces = body(text)
    expect(segments(pieces)).toEqual(expected)
    expect(joinPieces(pieces)).toBe(text)
  })

  it('numbers each code once', () => {
    const ids = JSON.stringify(body('**a** *b*\n\n`c`\n\n[FACT_1]')).match(/"id":"\d+"/g) ?? []
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBe(5)
  })
})

describe('a plain text', () => {
  it.each([
    [
      'the labels of a picture',
      { block: 'picture', key: 'labels', text: 'You write | It guesses' },
      ['You write', 'It guesses'],
    ],
    [
      'the blanks of a sentence',
      { block: 'blanks', key: 'text', text: '{task} for {reader}.' },
      ['<{task}> for <{reader}>.'],
    ],
    ['lines', { block: 'prompt', key: 'model', text: 'One.\n\nTwo.' }, ['One.', 'Two.']],
    ['one segment, with Markdown as it is', { block: 'quiz', key: 'a', text: '2 * 3 * 4 {x}' }, ['2 * 3 * 4 {x}']],
    ['one segment for phrases', { block: 'prompt', key: 'point.x.phrases', text: 'a | b; c' }, ['a | b; c']],
  ])('is split into %s', (_, unit, expected) => {
    const pieces = splitText(unit)
    expect(segments(pieces)).toEqual(expected)
    expect(joinPieces(pieces)).toBe(unit.text)
  })
})

describe('an existing translation', () => {
  it('gets the IDs of the original, also in another order', () => {
    const aligned = alignTranslation(body('A **b** and `c`.\n\nD.'), body('`cé` y **bé**.\n\nDé.'))
    expect(aligned?.map(show)).toEqual(['<`>cé<`> y <**>bé<**>.', 'Dé.'])
    expect(aligned?.[0]).toMatchObject([{ id: '2' }, {}, { id: '1' }, {}])
  })

  it.each([
    ['another number of paragraphs', 'Uno.'],
    ['a code too many', '**Uno** **más**.\n\nDos.'],
    ['a missing code', 'Uno.\n\nDos.'],
    ['another kind of code', '*Uno*.\n\nDos.'],
  ])('with %s is not aligned', (_, translation) => {
    expect(alignTranslation(body('**One**.\n\nTwo.'), body(translation))).toBeNull()
  })
})
