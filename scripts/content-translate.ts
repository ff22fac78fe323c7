/**
 * `npm run content:translate -- es`: writes what is missing or outdated in a language as XLIFF files, into
 * `.cache/translate/es/` or `--out FOLDER`. More words limit it to paths that contain one of them; `--all` writes
 * current translations too. `-- es --read FILE_OR_FOLDER` reads translated files back. `-- es --mark` records that the
 * translations fit today's English. `CONTENT_DIR` names another folder.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { exportTranslations, readLocales } from '@kitewise/content-tools/export-translations'
import { importTranslations } from '@kitewise/content-tools/import-translations'
import { markTranslations, originalLanguage } from '@kitewise/content-tools/translatable-files'

const root = join(import.meta.dirname, '..')
const folder = resolve(root, process.env.CONTENT_DIR ?? 'content')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    read: { type: 'string' },
    all: { type: 'boolean', default: false },
    mark: { type: 'boolean', default: false },
  },
})
const [language = '', ...only] = positionals
const isSelected = (file: string): boolean => only.length === 0 || only.some((part) => file.includes(part))
const named = (path: string): string => relative(process.cwd(), path)

function requireLanguage(): void {
  const languages = readLocales(folder)?.languages.filter((code) => code !== originalLanguage) ?? []
  if (languages.includes(language)) return
  console.error(`Name a language: npm run content:translate -- es. There are ${languages.join(', ')}.`)
  process.exit(1)
}

/** The version is the start of a Git blob's name. */
function findOriginal(version: string): string | null {
  try {
    return execFileSync('git', ['cat-file', 'blob', version], { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
  } catch {
    return null
  }
}

function writeFiles(): void {
  const out = resolve(values.out ?? join(root, '.cache', 'translate', language))
  const { written, current, unrecorded } = exportTranslations({
    folder,
    language,
    out,
    isSelected,
    isEverything: values.all,
    findOriginal,
  })
  for (const { path, kind } of written) console.log(`${kind.padEnd(8)}  ${named(path)}`)
  console.log(`${written.length} files written to ${named(out)}; ${current} translations are current.`)
  if (unrecorded > 0)
    console.log(`${unrecorded} of them don't say which English they translate: check them, then use --mark.`)
}

function listExchanges(path: string): string[] {
  if (!existsSync(path)) {
    console.error(`There is no file or folder ${path}.`)
    process.exit(1)
  }
  if (!statSync(path).isDirectory()) return [path]
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).toSorted()
  return files.filter((file) => file.endsWith('.xlf')).map((file) => join(path, file))
}

function readFiles(path: string): void {
  const files = listExchanges(resolve(path)).map((file) => ({ path: file, text: readFileSync(file, 'utf8') }))
  const { written, problems } = importTranslations({ folder, language, files, today: Date.now() })
  for (const file of written) console.log(`written  ${named(join(folder, file))}`)
  for (const { file, unit, kind, reason } of problems)
    console.error(`${kind.padEnd(8)} ${named(file)}  ${unit ?? 'the file'}: ${reason}`)
  console.log(`${written.length} of ${files.length} files read.`)
  if (problems.length > 0) process.exitCode = 1
}

requireLanguage()
if (values.read !== undefined) readFiles(values.read)
else if (values.mark) {
  const marked = markTranslations(folder, language, isSelected)
  for (const file of marked) console.log(`marked   ${named(join(folder, file))}`)
  console.log(`${marked.length} translations marked as current.`)
} else writeFiles()
