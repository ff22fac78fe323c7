import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { legalNames } from '../../packages/texts/web/legal-document.ts'
import type { Plugin } from 'vite'
import { compileLegal } from './compile-legal.ts'

const root = join(import.meta.dirname, '../../packages/texts/legal')
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

/** Makes one chunk of each legal text in each language; nobody loads one without opening it. */
export const bundledLegal = (): Plugin => ({
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
})
