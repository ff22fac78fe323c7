import { memo, type ReactNode } from 'react'
import ReactMarkdown, { type Components, type Options } from 'react-markdown'
import { useTranslations } from 'use-intl'
import { MarkdownLink } from './markdown-link.tsx'
import { remarkQuoteLines } from './remark-quote-lines.ts'
import { remarkTables } from './remark-tables.ts'
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

const standardPlugins: Plugins = [remarkTables, remarkQuoteLines]

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
