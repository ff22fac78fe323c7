import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import type { Options } from 'react-markdown'

type Plugin = Extract<NonNullable<Options['remarkPlugins']>[number], (...settings: never[]) => unknown>

/** What plugins add to the parser's settings; the parser's own types of it are loaded nowhere. */
type Extensions = { micromarkExtensions?: unknown[]; fromMarkdownExtensions?: unknown[] }

/** Tables are all that our texts use of GitHub's Markdown; the rest of it would cost each lesson some kilobytes. A remark plugin. */
export function remarkTables(this: ThisParameterType<Plugin>): void {
  const data = this.data() as Extensions
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), gfmTable()]
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), gfmTableFromMarkdown()]
}
