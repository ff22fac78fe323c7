import { readFileSync } from 'node:fs'
import { courseAnswer, lessonAnswer } from '@kitewise/content/answers'
import { type Catalog, type CatalogCourse, isPromptTask } from '@kitewise/content/catalog'
import type { Course } from '@kitewise/contract/entities'
import { languageDetails, type TextLanguage } from '@kitewise/rules/language'
import { describeLicense } from './describe-license.ts'
import { cmi5Manifest } from './manifests/cmi5.ts'
import { cartridgeFiles } from './manifests/common-cartridge.ts'
import { scormManifest } from './manifests/scorm.ts'
import type { ExportFormat, License, PackagedCourse, PackagedLanguage, PackagedTask } from './packaged-course.ts'
import { xml } from './manifests/xml.ts'
import type { PackageFiles } from './write-zip.ts'

export type PackageWish = {
  catalog: Catalog
  courseId: string
  format: ExportFormat
  /** The first is the one of the manifest's title. */
  languages: readonly TextLanguage[]
  license: License
  /** The name beside the kite. */
  brand: string
  /** The built player: `check-browser.js`, `player.js`, `player.css`, fonts. */
  player: PackageFiles
  /** The player's sentences in a language, compiled. */
  textsOf: (language: TextLanguage) => PackagedLanguage['texts']
  /** Where the licensor's courses are: cmi5 makes its IDs from it, the other formats don't need it. */
  address: string | null
  /** The XSDs of a SCORM version, by file name. */
  schemas: PackageFiles
}

/** What a manifest says about a course. */
export type Described = {
  courseId: string
  /** In the languages of the package, the manifest's own first. */
  titles: { bcp47: string; title: string; description: string }[]
  license: License
  /** Without the manifest and the schemas. */
  paths: string[]
}

/** All files of a package. @throws {Error} for a course that the catalog doesn't have, and for cmi5 without an address */
export function packageCourse(wish: PackageWish): PackageFiles {
  const { catalog, courseId, format, languages, license } = wish
  const course = catalog.findCourse(courseId)
  const [first] = languages
  if (!course || first === undefined) throw new Error(`There is no course ${courseId}, or no language for it.`)
  const data = describeCourse(wish, course)
  const content = new Map<string, Uint8Array | string>([
    ...wish.player,
    ...coversOf(catalog, course),
    ['course.js', `window.packagedCourse = ${asScript(data)}\n`],
    ['index.html', pageOf(data, first, wish.brand)],
    ['license.txt', describeLicense(license, titleIn(data, 'en') ?? courseId)],
  ])
  const titles = languages.map((language) => {
    const { title, description } = courseIn(data, language)
    return { bcp47: languageDetails[language].bcp47, title, description }
  })
  const described = { courseId, titles, license, paths: [...content.keys()].sort() }
  return new Map([...content, ...manifestFiles(format, described, course, wish)])
}

const manifestFiles = (
  format: ExportFormat,
  described: Described,
  course: CatalogCourse,
  { schemas, address, languages: [language = 'en'] }: PackageWish,
): Iterable<[string, Uint8Array | string]> => {
  switch (format) {
    case 'scorm2004':
    case 'scorm12':
      return [['imsmanifest.xml', scormManifest(format, described)], ...schemas]
    case 'cmi5':
      return [['cmi5.xml', cmi5Manifest(described, address)]]
    default:
      return cartridgeFiles(described, course, language)
  }
}

function describeCourse({ format, languages, license, textsOf }: PackageWish, course: CatalogCourse): PackagedCourse {
  const prompts = course.lessons.flatMap(({ fragments }) =>
    fragments.flatMap(({ practices }) => practices.filter(isPromptTask)),
  )
  // English too, because lessons without a translation are shown in it.
  const kept = new Set<string>([...languages, 'en'])
  const tasks = prompts.map(({ words, ...task }): PackagedTask => ({
    ...task,
    words: Object.fromEntries([...words].filter(([language]) => kept.has(language))),
  }))
  const found = course.chapters.flatMap((chapter) =>
    chapter.lessons.map((lesson) => ({ course, chapter, lesson, position: course.lessons.indexOf(lesson) })),
  )
  return {
    format,
    courseId: course.id,
    capstone: course.capstone,
    tasks,
    languages: Object.fromEntries(
      languages.map((language): [string, PackagedLanguage] => [
        language,
        {
          course: courseAnswer(course, language),
          lessons: found.map((lesson) => lessonAnswer(lesson, language)),
          texts: textsOf(language),
        },
      ]),
    ),
    license,
  }
}

const courseIn = ({ languages }: PackagedCourse, language: TextLanguage): Course => {
  const own = languages[language]
  if (!own) throw new Error(`The package has no ${language}.`)
  return own.course
}

const titleIn = ({ languages }: PackagedCourse, language: TextLanguage): string | undefined =>
  languages[language]?.course.title

/** JSON as a script, which older browsers also read: JSON may hold two line ends that scripts once couldn't. */
const asScript = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)

const coversOf = (catalog: Catalog, course: CatalogCourse): [string, Uint8Array][] =>
  [course, ...course.lessons].flatMap(({ id }) => {
    const path = catalog.findCover(id)
    return path === null ? [] : [[`covers/${id}.svg`, readFileSync(path)] satisfies [string, Uint8Array]]
  })

const pageOf = (data: PackagedCourse, language: TextLanguage, brand: string): string => {
  const { title } = courseIn(data, language)
  return `<!doctype html>
<html lang="${languageDetails[language].bcp47}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content" />
    <meta name="color-scheme" content="light dark" />
    <meta name="brand" content="${xml(brand)}" />
    <title>${xml(title)}</title>
    <script src="check-browser.js"></script>
    <link rel="stylesheet" href="player.css" />
  </head>
  <body>
    <div id="root"></div>
    <script src="course.js"></script>
    <script src="player.js"></script>
  </body>
</html>
`
}
