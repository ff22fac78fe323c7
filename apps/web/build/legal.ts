import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PhrasingContent, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import type { Plugin } from 'vite'
import { readFrontMatter } from '../../../packages/texts/read-languages.ts'
import {
  type LegalDocument,
  legalNames,
  type LegalNode,
  type LegalTag,
} from '../../../packages/texts/web/legal-document.ts'

const root = join(import.meta.dirname, '../../../packages/texts/legal')
const table = 'virtual:legal'
const prefix = `${table}/legal-`

/** A language counts when it has every document. */
const completeLanguages = (): string[] =>
  readdirSync(root).filter((language) => legalNames.every((name) => existsSync(join(root, language, `${name}.md`))))

/** `export const legal = { en: { terms: () => import('virtual:legal/legal-en-terms'), … }, … }` */
const tableOfDocuments = (): string => {
  const languages = completeLanguages().map((language) => {
    const loaders = legalNames.map((name) => `'${name}': () => import('${prefix}${language}-${name}')`)
    return `${language}: { ${loaders.join(', ')} }`
  })
  return `export const legal = { ${languages.join(',\n')} }`
}

/** Makes one chunk per legal text and language, loaded only when that text is opened. */
export function bundledLegal(): Plugin {
  return {
    name: 'bundled-legal',
    resolveId: (id) => (id.startsWith(table) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${table}`) return tableOfDocuments()
      if (!id.startsWith(`\0${prefix}`)) return undefined
      const [, language = '', name] = /^(\w+)-(.+)$/.exec(id.slice(prefix.length + 1)) ?? []
      const path = join(root, language, `${name}.md`)
      this.addWatchFile(path)
      return `export const document = ${JSON.stringify(compileLegal(readFileSync(path, 'utf8')))}`
    },
  }
}

const tags: Partial<Record<RootContent['type'], LegalTag>> = {
  paragraph: 'p',
  listItem: 'li',
  strong: 'strong',
  emphasis: 'em',
  blockquote: 'blockquote',
}

/** Unwraps a list item that holds one paragraph. */
const childrenOf = (node: { type: string; children: RootContent[] }): RootContent[] => {
  const [only] = node.children
  return node.type === 'listItem' && node.children.length === 1 && only?.type === 'paragraph'
    ? only.children
    : node.children
}

const compileNode = (node: RootContent): LegalNode => {
  if (node.type === 'text') return node.value
  if (node.type === 'inlineCode') return ['code', [node.value]]
  if (node.type === 'link') return ['a', node.children.map(compileNode), decodeURI(node.url)]
  if (node.type === 'list') return [node.ordered ? 'ol' : 'ul', node.children.map(compileNode)]
  const tag = tags[node.type]
  if (tag === undefined || !('children' in node))
    throw new Error(`Line ${node.position?.start.line}: ${node.type} is not for legal texts.`)
  return [tag, childrenOf(node).map(compileNode)]
}

const wordsOf = (nodes: PhrasingContent[]): string => nodes.map((node) => ('value' in node ? node.value : '')).join('')

/**
 * Compiles a legal text at build time, so the page needs no Markdown reader. Sections begin at `##`; their ids are
 * their numbers, the same in every language.
 * @throws {Error} on anything but paragraphs, lists, quotes, links and emphasis
 */
const compileLegal = (markdown: string): LegalDocument => {
  const { fields, body } = readFrontMatter(markdown)
  const { title = '', version = '', lastUpdated = '' } = fields
  const document: LegalDocument = { title, version, lastUpdated, intro: [], sections: [] }
  for (const node of fromMarkdown(body).children) {
    const section = document.sections.at(-1)
    if (node.type === 'heading' && node.depth === 2)
      document.sections.push({
        id: `section-${document.sections.length + 1}`,
        title: wordsOf(node.children),
        blocks: [],
      })
    else (section?.blocks ?? document.intro).push(compileNode(node))
  }
  return document
}
