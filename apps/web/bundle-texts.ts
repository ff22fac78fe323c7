import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { compileTexts } from './compile-texts.ts'
import { completeLanguages, textFilesOf } from './text-files.ts'

const root = join(import.meta.dirname, '../../packages/texts')
const table = 'virtual:texts'
const prefix = `${table}/texts-`

/** `export const texts = { en: { core: () => import('virtual:texts/texts-en-core'), … }, … }` */
const tableOfGroups = (): string => {
  const languages = completeLanguages(root).map((language) => {
    const groups = [...new Set(textFilesOf(root, language).map(({ group }) => group))]
    const loaders = groups.map((group) => `${group}: () => import('${prefix}${language}-${group}')`)
    return `${language}: { ${loaders.join(', ')} }`
  })
  return `export const texts = { ${languages.join(',\n')} }`
}

/**
 * Makes one chunk of each group of texts in each language: `virtual:texts` says which there are and loads them. ICU messages
 * are read here, at build, so that a phone need not load the reader (8 kB) nor do its work.
 */
export const bundledTexts = (): Plugin => ({
  name: 'bundled-texts',
  resolveId: (id) => (id.startsWith(table) ? `\0${id}` : undefined),
  load(id) {
    if (id === `\0${table}`) return tableOfGroups()
    if (!id.startsWith(`\0${prefix}`)) return undefined
    const [language = '', group] = id.slice(prefix.length + 1).split('-')
    const files = textFilesOf(root, language).filter((file) => file.group === group)
    for (const { path } of files) this.addWatchFile(path)
    const messages = files.map(({ namespace, path }) => [
      namespace,
      compileTexts(JSON.parse(readFileSync(path, 'utf8')), namespace),
    ])
    return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(messages)))})`
  },
})
