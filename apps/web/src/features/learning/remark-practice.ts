import type { Paragraph, PhrasingContent, Root, RootContent } from 'mdast'

/** The tree node for a practice; `number` counts the practices of the fragment from 1. */
type PracticePlace = {
  type: 'practice'
  data: { hName: 'practice-place'; hProperties: { number: string } }
  children: []
}

const placeholder = /\[PRACTICE_(\d+)\]/

const placeOf = (number: string): RootContent =>
  // The tree's types know only Markdown nodes.
  ({
    type: 'practice',
    data: { hName: 'practice-place', hProperties: { number } },
    children: [],
  }) satisfies PracticePlace as unknown as RootContent

const hasWords = (phrase: PhrasingContent[]): boolean =>
  phrase.some((node) => node.type !== 'break' && (node.type !== 'text' || node.value.trim() !== ''))

/** Splits a paragraph at its placeholders: text before, place, text after, each its own block. */
const splitParagraph = (paragraph: Paragraph): RootContent[] => {
  const blocks: RootContent[] = []
  let words: PhrasingContent[] = []
  const endParagraph = (): void => {
    if (hasWords(words)) blocks.push({ ...paragraph, children: words })
    words = []
  }
  for (const node of paragraph.children) {
    const parts = node.type === 'text' ? node.value.split(placeholder) : []
    if (parts.length < 2) words.push(node)
    else
      for (const [index, part] of parts.entries()) {
        if (index % 2 === 1) {
          endParagraph()
          blocks.push(placeOf(part))
        } else if (part !== '') words.push({ type: 'text', value: part })
      }
  }
  endParagraph()
  return blocks
}

const replaceIn = (parent: { children: RootContent[] }): void => {
  parent.children = parent.children.flatMap((node) => {
    if (node.type === 'paragraph') return splitParagraph(node)
    // Lists and quotes contain blocks too; a node without blocks contains no paragraphs.
    if ('children' in node) replaceIn(node)
    return [node]
  })
}

/** Places `[PRACTICE_n]` between paragraphs: inside one it would be invalid HTML. In code it stays code. */
export function remarkPractice() {
  return (tree: Root) => replaceIn(tree)
}

/** Which practices, counted from 1, a fragment's text has a placeholder for. */
export function placedPractices(content: string): Set<number> {
  return new Set([...content.matchAll(/\[PRACTICE_(\d+)\]/g)].map(([, number]) => Number(number)))
}
