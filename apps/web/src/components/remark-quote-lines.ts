import type { Root, RootContent } from 'mdast'

const linesOf = (text: string): RootContent[] =>
  text
    .split('\n')
    .flatMap((line, index): RootContent[] => [
      ...(index > 0 ? [{ type: 'break' } as const] : []),
      ...(line === '' ? [] : [{ type: 'text', value: line } as const]),
    ])

const breakLines = (parent: { children: RootContent[] }, isQuoted: boolean): void => {
  parent.children = parent.children.flatMap((node) => {
    if (node.type === 'text' && isQuoted) return linesOf(node.value)
    if ('children' in node) breakLines(node, isQuoted || node.type === 'blockquote')
    return [node]
  })
}

/** Keeps the lines of block quotes as they were written: a quote is a message somebody has typed, and its lines mean something. */
export const remarkQuoteLines = () => (tree: Root) => breakLines(tree, false)
