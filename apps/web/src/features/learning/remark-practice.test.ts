import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, it } from 'vitest'
import { placedPractices, remarkPractice } from './remark-practice.ts'

const withPractices = (text: string): Root => {
  const tree = fromMarkdown(text)
  remarkPractice()(tree)
  return tree
}

const typeOf = (node: object): string => ('type' in node ? String(node.type) : '')

const outline = (node: object): unknown => {
  if ('data' in node && node.data) return node.data
  if ('children' in node && Array.isArray(node.children)) {
    return { [typeOf(node)]: node.children.map(outline) }
  }
  return 'value' in node ? node.value : typeOf(node)
}

const place = (number: string) => ({ hName: 'practice-place', hProperties: { number } })

describe('the place of a practice', () => {
  it.each([
    [
      'alone in its paragraph',
      'Before.\n\n[PRACTICE_1]\n\nAfter.',
      [{ paragraph: ['Before.'] }, place('1'), { paragraph: ['After.'] }],
    ],
    [
      'in the middle of a paragraph',
      'Try [PRACTICE_1] now',
      [{ paragraph: ['Try '] }, place('1'), { paragraph: [' now'] }],
    ],
    ['twice in a row', '[PRACTICE_1] [PRACTICE_2]', [place('1'), place('2')]],
    ['after a line of the same paragraph', 'Now you:\n[PRACTICE_12]', [{ paragraph: ['Now you:\n'] }, place('12')]],
    ['beside words that stand out', '**Go** [PRACTICE_1]', [{ paragraph: [{ strong: ['Go'] }, ' '] }, place('1')]],
  ])('%s becomes a block of its own', (_, text, expected) => {
    expect(outline(withPractices(text))).toEqual({ root: expected })
  })

  it('inside a list stays inside the list', () => {
    expect(outline(withPractices('- First\n\n  [PRACTICE_1]'))).toEqual({
      root: [{ list: [{ listItem: [{ paragraph: ['First'] }, place('1')] }] }],
    })
  })

  it.each([
    ['a code span', 'Write `[PRACTICE_1]` here'],
    ['a code block', '```\n[PRACTICE_1]\n```'],
    ['another word in brackets', 'Fill in [PRACTICE_x] or [venue]'],
  ])('is not seen in %s', (_, text) => {
    expect(withPractices(text)).toEqual(fromMarkdown(text))
  })
})

it('tells which practices have a place', () => {
  expect(placedPractices('[PRACTICE_2] and [PRACTICE_1]')).toEqual(new Set([2, 1]))
})
