import { createHash } from 'node:crypto'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'

const root = join(import.meta.dirname, '..')

/** Short, because scripts and drawn pages carry them: the name in the style sheet, and a mark of the file. */
export function classNameOf(name: string, file: string): string {
  const mark = createHash('sha256').update(relative(root, file)).digest('base64url').slice(0, 4)
  return `${name}_${mark}`
}

const styleImport = /^import (\w+) from ('[^'\n]+\.module\.css')$/gm

/** @returns the source, with the classes of a style sheet imported one by one, unless it looks one up by a value */
export function withNamedClasses(source: string): string {
  return source.replaceAll(styleImport, (whole, name: string, sheet: string) => {
    const isLookedUp = new RegExp(`\\b${name}\\b(?!\\.\\w| from '[^'\n]+\\.module\\.css')`).test(source)
    return isLookedUp ? whole : `import * as ${name} from ${sheet}`
  })
}

const sheetFile = /\.module\.css$/
const tableFile = /\.module\.css\.js$/

/**
 * Puts each class name where it is used. A style sheet's default export is a table of all its names, which the first script
 * would load for every screen, because it has the styles that screens share. The bundler inlines the named exports; a table
 * that is still needed is a module of its own, beside the script that looks names up in it.
 */
export function namedClasses(): Plugin[] {
  const tables = new Map<string, string>()
  return [
    {
      name: 'named-classes',
      apply: 'build',
      enforce: 'pre',
      resolveId: { filter: { id: tableFile }, handler: (id) => id },
      load: { filter: { id: tableFile }, handler: (id) => tables.get(id) },
      transform: {
        filter: { id: /\.tsx$/, code: '.module.css' },
        handler: (source) => ({ code: withNamedClasses(source), map: null }),
      },
    },
    {
      name: 'tables-of-classes',
      apply: 'build',
      enforce: 'post',
      transform: {
        filter: { id: sheetFile },
        handler: (table, id) => {
          const file = `${id}.js`
          tables.set(file, table)
          const from = JSON.stringify(file)
          // Without a side effect, nothing would need the styles.
          return {
            code: `export * from ${from}; export { default } from ${from}`,
            map: null,
            moduleSideEffects: 'no-treeshake',
          }
        },
      },
    },
  ]
}
