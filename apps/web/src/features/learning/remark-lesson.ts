import type { Blockquote, Paragraph, PhrasingContent, Root, RootContent } from 'mdast'

/** The tree node of a placeholder; `number` counts the fragment's practices, pictures or facts from 1. */
type Place = {
  type: 'place'
  data: { hName: `${'practice' | 'picture' | 'fact'}-place`; hProperties: { number: string } }
  children: []
}

const placeholder = /(\[(?:PRACTICE|PICTURE|FACT)_\d+\])/
const placeNames = { PRACTICE: 'practice-place', PICTURE: 'picture-place', FACT: 'fact-place' } as const

const placeOf = (mark: string): RootContent => {
  const [kind, number = ''] = mark.slice(1, -1).split('_')
  const hName = placeNames[kind as keyof typeof placeNames]
  // The tree's types know only Markdown nodes.
  return {
    type: 'place',
    data: { hName, hProperties: { number } },
    children: [],
  } satisfies Place as unknown as RootContent
}

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

const speaker = /^(.+)[:：]$/

/** A quotation that begins with a bold name is a chat bubble of that speaker; the name leaves its text. */
const nameSpeaker = (quote: Blockquote): void => {
  const [first] = quote.children
  const [bold, after] = first?.type === 'paragraph' ? first.children : []
  const [name] = bold?.type === 'strong' ? bold.children : []
  const [, own] = (name?.type === 'text' && speaker.exec(name.value)) || []
  if (own === undefined || first?.type !== 'paragraph') return
  quote.data = { hName: 'chat-bubble', hProperties: { speaker: own } }
  first.children = first.children.slice(1)
  if (after?.type === 'text') after.value = after.value.trimStart()
}

const replaceIn = (parent: { children: RootContent[] }): void => {
  parent.children = parent.children.flatMap((node) => {
    if (node.type === 'paragraph') return splitParagraph(node)
    if (node.type === 'blockquote') nameSpeaker(node)
    // Lists and quotes contain blocks too; a node without blocks contains no paragraphs.
    if ('children' in node) replaceIn(node)
    return [node]
  })
}

/**
 * Turns `[PRACTICE_n]`, `[PICTURE_n]` and `[FACT_n]` in the text into `practice-place`, `picture-place` and `fact-place`
 * elements between paragraphs, because a practice inside a paragraph would be invalid HTML; a placeholder in code stays
 * code. Turns what someone says into a `chat-bubble`.
 */
export function remarkLesson(tree: Root): void {
  replaceIn(tree)
}

/** Which practices, counted from 1, a fragment's text has a placeholder for. */
export function placedPractices(content: string): Set<number> {
  return new Set([...content.matchAll(/\[PRACTICE_(\d+)\]/g)].map(([, number]) => Number(number)))
}
