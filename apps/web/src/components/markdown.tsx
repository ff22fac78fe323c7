import type { ElementContent, Nodes } from 'hast'
import { type Components, toJsxRuntime } from 'hast-util-to-jsx-runtime'
import type { Root, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { toHast } from 'mdast-util-to-hast'
import { gfmTable } from 'micromark-extension-gfm-table'
import { sanitizeUri } from 'micromark-util-sanitize-uri'
import { memo, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Fragment, jsx, jsxs } from '../lib/jsx/jsx-runtime.ts'
import { MarkdownLink } from './markdown-link.tsx'
import styles from './markdown.module.css'

/** A wide table scrolls by itself, also by keyboard, instead of widening the page. */
const ScrollingTable = ({ children }: { children?: ReactNode }) => {
  const t = useTranslations('common')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling element must be reachable by keyboard
    <div className={styles.table} role="region" aria-label={t('table')} tabIndex={0}>
      <table>{children}</table>
    </div>
  )
}

/** Headings start below the h2 above every text. */
const elements: Components = {
  a: ({ href, children }) => <MarkdownLink href={href}>{children}</MarkdownLink>,
  table: ({ children }) => <ScrollingTable>{children}</ScrollingTable>,
  h1: 'h3',
  h2: 'h3',
  h3: 'h4',
  h4: 'h5',
}

/** Changes the tree of a text before it becomes elements. */
export type Transform = (tree: Root) => void

type MarkdownProps = {
  text: string
  /** Define it and the components outside of components, or everything inside is remounted at each render. */
  transform?: Transform
  components?: Components
}

/**
 * Markdown with tables. HTML in it is shown as text. Links may be relative or use http, https, irc, ircs, mailto or
 * xmpp (docs/product.md); every other address is dropped.
 */
export const Markdown = memo(({ text, transform, components }: MarkdownProps) => (
  <div className={styles.markdown}>
    {toJsxRuntime(treeOf(text, transform), {
      Fragment,
      jsx,
      jsxs,
      components: components ? { ...elements, ...components } : elements,
      ignoreInvalidStyle: true,
      passKeys: true,
    })}
  </div>
))

/** Tables are the only GitHub extension in our texts. */
const treeOf = (text: string, transform?: Transform): Nodes => {
  const tree = fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] })
  breakLines(tree, false)
  transform?.(tree)
  const hast = toHast(tree, { allowDangerousHtml: true })
  cleanUp(hast)
  return hast
}

const allowedProtocol = /^(https?|ircs?|mailto|xmpp)$/i

/** Only the text of HTML, only allowed addresses, and no line break between blocks, which would be a text of its own. */
const cleanUp = (node: Nodes): void => {
  if (node.type === 'element')
    for (const name of ['href', 'src'])
      if (name in node.properties && sanitizeUri(String(node.properties[name]), allowedProtocol) === '')
        node.properties[name] = ''
  if (!('children' in node)) return
  // Texts from the source have a position. Elements and texts are what the cast leaves of the types of two parents.
  node.children = node.children.flatMap((child): ElementContent[] => {
    if (child.type === 'raw') return [{ type: 'text', value: child.value }]
    return child.type === 'text' && child.value === '\n' && !child.position ? [] : [child as ElementContent]
  })
  for (const child of node.children) cleanUp(child)
}

const linesOf = (text: string): RootContent[] =>
  text
    .split('\n')
    .flatMap((line, index): RootContent[] => [
      ...(index > 0 ? [{ type: 'break' } as const] : []),
      ...(line === '' ? [] : [{ type: 'text', value: line } as const]),
    ])

/** Keeps the line breaks of block quotes: a quote is a typed message, and its lines matter. */
const breakLines = (parent: { children: RootContent[] }, isQuoted: boolean): void => {
  parent.children = parent.children.flatMap((node) => {
    if (node.type === 'text' && isQuoted) return linesOf(node.value)
    if ('children' in node) breakLines(node, isQuoted || node.type === 'blockquote')
    return [node]
  })
}
