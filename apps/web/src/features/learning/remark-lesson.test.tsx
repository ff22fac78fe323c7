import type { Components } from 'hast-util-to-jsx-runtime'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { Markdown } from '../../components/markdown.tsx'
import { renderPage } from '../../test-support/render-page.tsx'
import { placedPractices, remarkLesson } from './remark-lesson.ts'

// The library's type knows only HTML elements; the plugin creates this one.
const components = {
  'practice-place': ({ number }: { number: string }) => <hr id={number} />,
  'picture-place': ({ number }: { number: string }) => <img alt={number} />,
  'fact-place': ({ number }: { number: string }) => <aside id={number} />,
  'chat-bubble': ({ speaker, children }: { speaker: string; children: ReactNode }) => (
    <figure title={speaker}>{children}</figure>
  ),
} as Components

const place = (number: number): string => `<hr id="${number}">`

/** The text as HTML, without the elements around its texts. */
const htmlOf = (text: string): string =>
  renderPage(<Markdown text={text} transform={remarkLesson} components={components} />)
    .container.querySelector('div')
    ?.innerHTML.replaceAll(/<\/?span( data-blank="")?>/g, '') ?? ''

describe('a practice placeholder', () => {
  it.each([
    ['alone in its paragraph', 'Before.\n\n[PRACTICE_1]\n\nAfter.', `<p>Before.</p>${place(1)}<p>After.</p>`],
    ['in the middle of a paragraph', 'Try [PRACTICE_1] now', `<p>Try </p>${place(1)}<p> now</p>`],
    ['twice in a row', '[PRACTICE_1] [PRACTICE_2]', `${place(1)}${place(2)}`],
    ['after a line of the same paragraph', 'Now you:\n[PRACTICE_12]', `<p>Now you:\n</p>${place(12)}`],
    ['beside bold text', '**Go** [PRACTICE_1]', `<p><strong>Go</strong> </p>${place(1)}`],
    ['inside a list', '- First\n\n  [PRACTICE_1]', `<ul><li><p>First</p>${place(1)}</li></ul>`],
  ])('%s becomes a separate block', (_, text, expected) => {
    expect(htmlOf(text)).toBe(expected)
  })

  it.each([
    ['a code span', 'Write `[PRACTICE_1]` here', '<p>Write <code translate="no">[PRACTICE_1]</code> here</p>'],
    ['a code block', '```\n[PRACTICE_1]\n```', '<pre><code translate="no">[PRACTICE_1]\n</code></pre>'],
    ['other words in brackets', 'In [PRACTICE_x] or [venue]', '<p>In [PRACTICE_x] or [venue]</p>'],
  ])('is ignored in %s', (_, text, expected) => {
    expect(htmlOf(text)).toBe(expected)
  })
})

it('lists the practices that have a placeholder', () => {
  expect(placedPractices('[PRACTICE_2] and [PRACTICE_1]')).toEqual(new Set([2, 1]))
})

it('pictures and facts get their places', () => {
  expect(htmlOf('[PICTURE_1]\n\nText.\n\n[FACT_2]')).toBe('<img alt="1"><p>Text.</p><aside id="2"></aside>')
})

describe('a quotation', () => {
  it('that begins with a bold name is what this speaker says', () => {
    expect(htmlOf('> **Mehmet:** Three ideas, *please*.')).toBe(
      '<figure title="Mehmet"><p>Three ideas, <em>please</em>.</p></figure>',
    )
    expect(htmlOf('> **アシスタント：** はい。')).toBe('<figure title="アシスタント"><p>はい。</p></figure>')
  })

  it('with an empty line after it ends, and the next speaker begins', () => {
    expect(htmlOf('> **A:** One.\n\n> **B:** Two.')).toBe(
      '<figure title="A"><p>One.</p></figure><figure title="B"><p>Two.</p></figure>',
    )
  })

  it('without a speaker stays a quotation', () => {
    expect(htmlOf('> **Three** ideas.')).toBe('<blockquote><p><strong>Three</strong> ideas.</p></blockquote>')
  })
})
