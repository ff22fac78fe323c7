import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

const root = join(import.meta.dirname, '../../../packages/texts')
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
 * Makes one chunk per text group and language; `virtual:texts` lists and loads them. ICU messages are compiled here,
 * which saves a phone the 8 kB parser and its work.
 */
export function bundledTexts(): Plugin {
  return {
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
  }
}

type Texts = { [key: string]: string | Texts }
type CompiledTexts = { [key: string]: ReturnType<typeof compile> | CompiledTexts }

/** @throws {Error} naming the key of a message that is not valid ICU */
export function compileTexts(texts: Texts, path = ''): CompiledTexts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => {
      const here = path === '' ? key : `${path}.${key}`
      if (typeof text !== 'string') return [key, compileTexts(text, here)]
      try {
        return [key, compile(text)]
      } catch (cause) {
        throw new Error(`"${here}" is not a valid ICU message: ${text}`, { cause })
      }
    }),
  )
}

/** One JSON file of sentences: `t('namespace.key')` finds them, and the group is loaded as a whole. */
type TextFile = { group: string; namespace: string; path: string }

const camelCase = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

const foldersIn = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

/** The files of a language: `web/<language>/<group>/<name>.json`. @param root packages/texts */
export function textFilesOf(root: string, language: string): TextFile[] {
  const web = join(root, 'web', language)
  const files = foldersIn(web).flatMap((group) =>
    readdirSync(join(web, group)).map((file) => ({
      group,
      namespace: camelCase(file.replace(/\.json$/, '')),
      path: join(web, group, file),
    })),
  )
  const shared = sharedWithServer.map(({ group, namespace }) => ({
    group,
    namespace,
    path: join(root, namespace, `${language}.json`),
  }))
  return [...files, ...shared.filter(({ path }) => existsSync(path))]
}

/** Kept apart, in a folder of their name with one file per language, because the server reads them too. */
export const sharedWithServer = [
  { group: 'plan', namespace: 'consent' },
  { group: 'landing', namespace: 'landing' },
]

/** The languages that have every file that English has. An incomplete language is shown in English. */
const completeLanguages = (root: string): string[] => {
  const wanted = textFilesOf(root, 'en').length
  return foldersIn(join(root, 'web')).filter((language) => textFilesOf(root, language).length === wanted)
}
