import type { Root, RootContent } from 'mdast'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import { memo, type ReactNode } from 'react'
import ReactMarkdown, { type Components, type Options } from 'react-markdown'
import { useTranslations } from 'use-intl'
import { MarkdownLink } from './markdown-link.tsx'
import styles from './markdown.module.css'

/** A wide table scrolls by itself, also by the keyboard, instead of pushing the page aside. */
const ScrollingTable = ({ children }: { children?: ReactNode }) => {
  const t = useTranslations('common')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by the keyboard
    <div className={styles.table} role="region" aria-label={t('table')} tabIndex={0}>
      <table>{children}</table>
    </div>
  )
}

/** Headings start below the h2 under which every text stands. */
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
  /** Further plugins and elements; keep them outside of components, or everything inside is made anew at each render. */
  plugins?: Plugins
  components?: Components
}

/**
 * Markdown with tables. HTML in it is shown as the text that it is. Links may be relative or use http, https, irc, ircs, mailto
 * or xmpp (product spec §2); the library empties every other address.
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

/** What plugins add to the parser's settings; the parser's own types of it are loaded nowhere. */
type Extensions = { micromarkExtensions?: unknown[]; fromMarkdownExtensions?: unknown[] }

/** Tables are all that our texts use of GitHub's Markdown; the rest of it would cost each lesson some kilobytes. A remark plugin. */
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

/** Keeps the lines of block quotes as they were written: a quote is a message somebody has typed, and its lines mean something. */
const remarkQuoteLines = () => (tree: Root) => breakLines(tree, false)

// At the end: the plugins must be defined before this list is.
const standardPlugins: Plugins = [remarkTables, remarkQuoteLines]
