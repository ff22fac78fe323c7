import type { Root, RootContent } from 'mdast'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import { memo, type ReactNode } from 'react'
import ReactMarkdown, { type Components, type Options } from 'react-markdown'
import { useTranslations } from 'use-intl'
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

type Plugins = NonNullable<Options['remarkPlugins']>

type MarkdownProps = {
  text: string
  /** Define them outside of components, or everything inside is remounted at each render. */
  plugins?: Plugins
  components?: Components
}

/**
 * Markdown with tables. HTML in it is shown as text. Links may be relative or use http, https, irc, ircs, mailto or
 * xmpp (docs/product.md); the library drops every other address.
 */
export const Markdown = memo(({ text, plugins, components }: MarkdownProps) => (
  <div className={styles.markdown}>
    <ReactMarkdown
      remarkPlugins={plugins ? [...standardPlugins, ...plugins] : standardPlugins}
      components={components ? { ...elements, ...components } : elements}
    >
      {text}
    </ReactMarkdown>
  </div>
))

type Plugin = Extract<Plugins[number], (...settings: never[]) => unknown>

/** What plugins add to the parser's settings; the parser's own types are not installed. */
type Extensions = { micromarkExtensions?: unknown[]; fromMarkdownExtensions?: unknown[] }

/** Tables are the only GitHub extension in our texts; the full plugin adds 8 kB to every lesson. */
function remarkTables(this: ThisParameterType<Plugin>): void {
  const data = this.data() as Extensions
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), gfmTable()]
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), gfmTableFromMarkdown()]
}

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

/** Keeps the line breaks of block quotes: a quote is a typed message, and its lines matter. */
const remarkQuoteLines = () => (tree: Root) => breakLines(tree, false)

// At the end, because the plugins above must be initialized first.
const standardPlugins: Plugins = [remarkTables, remarkQuoteLines]
