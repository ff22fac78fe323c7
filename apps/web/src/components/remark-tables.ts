import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'

/** The part of the Markdown parser's settings that plugins add to. */
type Parser = { data: () => { micromarkExtensions?: unknown[]; fromMarkdownExtensions?: unknown[] } }

/** Tables are all that our texts use of GitHub's Markdown; the rest of it would cost each lesson some kilobytes. A remark plugin. */
export function remarkTables(this: Parser): void {
  const data = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), gfmTable()]
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), gfmTableFromMarkdown()]
}
