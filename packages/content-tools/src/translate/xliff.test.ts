import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DOMParser, type Element } from '@xmldom/xmldom'
import { describe, expect, it } from 'vitest'
import { productContent } from '../../../content/src/test-support/content-folder.ts'
import { joinPieces, splitText } from './inline-codes.ts'
import { readTextFile } from './text-file.ts'
import { readXliff, writeXliff, XliffError, type XliffFile, type XliffUnit } from './xliff.ts'

const body = {
  id: 'f1.body',
  pieces: splitText({ block: 'page', key: 'body', text: 'A **b** & `<c>`.\n\n[FACT_1]\n\nD.' }),
}
const unit: XliffUnit = { ...body, notes: [{ category: 'limit', text: 'At most 5.' }], targets: null, state: 'initial' }
const file: XliffFile = {
  original: 'courses/tea/text/en.md',
  sourceLanguage: 'en',
  targetLanguage: 'uk',
  notes: [{ category: 'version', text: 'en.md@0123456789ab' }],
  units: [unit],
}

const lesson = readTextFile(
  readFileSync(join(productContent, 'courses/find-check/lessons/l01-from-topic-to-question/en.md'), 'utf8'),
)
const lessonUnits = lesson.units.map((own): XliffUnit => {
  const pieces = splitText(own)
  const targets = pieces.flatMap(({ kind, inlines }) => (kind === 'segment' ? [inlines] : []))
  return { id: own.id, notes: [], pieces, targets, state: 'outdated' }
})

const elements = (text: string, name: string): Element[] => [
  ...new DOMParser().parseFromString(text, 'application/xml').getElementsByTagName(name),
]
const attributesOf = (list: readonly Element[], name: string) => list.map((own) => own.getAttribute(name))

describe('an XLIFF file', () => {
  it('reads back as it was written', () => {
    const read = readXliff(writeXliff(file))
    const bare = JSON.parse(JSON.stringify(file).replaceAll(/,"subType":"[^"]+"/g, ''))
    expect(read).toEqual(bare)
  })

  // A course in which every type of practice is used.
  it('keeps every text of a course, with its codes', () => {
    const names = readdirSync(productContent, { recursive: true, encoding: 'utf8' })
    const originals = names.filter((name) => name.startsWith('courses/find-check') && name.endsWith('/en.md'))
    for (const name of originals) {
      const own = readTextFile(readFileSync(join(productContent, name), 'utf8')).units
      const units = own.map((unit): XliffUnit => {
        return { id: unit.id, notes: [], pieces: splitText(unit), targets: null, state: 'initial' }
      })
      const read = readXliff(writeXliff({ ...file, original: name, units }))
      expect(read.units.map(({ id, pieces }) => [id, joinPieces(pieces)])).toEqual(
        own.map(({ id, text }) => [id, text]),
      )
    }
    expect(originals.length).toBeGreaterThan(10)
  }, 30_000)

  it('has the root of XLIFF 2.1', () => {
    const [root] = elements(writeXliff(file), 'xliff')
    expect(root?.namespaceURI).toBe('urn:oasis:names:tc:xliff:document:2.0')
    expect(['version', 'srcLang', 'trgLang'].map((name) => root?.getAttribute(name))).toEqual(['2.1', 'en', 'uk'])
  })

  // The rules of the specification that a schema would check.
  it('keeps the order and the IDs that the specification demands', () => {
    const text = writeXliff({ ...file, units: lessonUnits })
    const order = ['notes', 'originalData', 'segment', 'ignorable']
    for (const own of elements(text, 'unit')) {
      const children = [...own.childNodes].filter(({ nodeType }) => nodeType === 1).map(({ nodeName }) => nodeName)
      const ranks = children.map((name) => Math.min(order.indexOf(name), 2))
      expect(ranks).toEqual(ranks.toSorted((one, other) => one - other))
      expect(ranks).not.toContain(-1)
      const sources = [...own.getElementsByTagName('source')]
      const codes = sources.flatMap((source) => [
        ...source.getElementsByTagName('ph'),
        ...source.getElementsByTagName('pc'),
      ])
      const parts = [...own.getElementsByTagName('segment'), ...own.getElementsByTagName('ignorable')]
      const ids = attributesOf([...codes, ...parts], 'id')
      expect(new Set(ids).size).toBe(ids.length)
      const data = attributesOf([...own.getElementsByTagName('data')], 'id')
      const references = ['dataRef', 'dataRefStart', 'dataRefEnd'].flatMap((name) => attributesOf(codes, name))
      expect(new Set(references.filter((id) => id !== null))).toEqual(new Set(data))
    }
    const ids = attributesOf(elements(text, 'unit'), 'id')
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[\w.:-]+$/)
  })

  it.each([
    ['initial', { state: 'initial', subState: null }],
    ['outdated', { state: 'initial', subState: 'kitewise:outdated' }],
    ['translated', { state: 'translated', subState: null }],
  ] as const)('marks %s segments', (state, expected) => {
    const [segment] = elements(writeXliff({ ...file, units: [{ ...unit, targets: [[], []], state }] }), 'segment')
    expect({ state: segment?.getAttribute('state'), subState: segment?.getAttribute('subState') }).toEqual(expected)
  })
})

const xliff = (inside: string, attributes = 'version="2.1" srcLang="en" trgLang="es"') =>
  `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" ${attributes}>${inside}</xliff>`
const withSegment = (segment: string) =>
  xliff(`<file id="f1" original="a"><group id="g"><unit id="u"><segment>${segment}</segment></unit></group></file>`)

describe('reading what a tool wrote', () => {
  it('takes groups, a processing instruction, CDATA and marks, and finds data of codes', () => {
    const text = `<?xml version="1.0"?><?tool x?>${withSegment(
      '<source>A<ph id="1"/></source><target><mrk id="m1" type="term">B</mrk><![CDATA[ & ]]><sm id="m2"/>c<em startRef="m2"/></target>',
    )}`
    const [own] = readXliff(text).units
    expect(own?.targets).toEqual([['B', ' & ', 'c'].map((part) => ({ kind: 'text', text: part }))])
    expect(own?.pieces).toMatchObject([
      { kind: 'segment', inlines: [{ text: 'A' }, { kind: 'ph', id: '1', data: '' }] },
    ])
  })

  it.each([
    ['broken XML', '<xliff', /not well-formed/],
    ['an open element', xliff('<file>'), /not well-formed/],
    ['text that is no XML', 'hello', /not well-formed/],
    ['an empty file', '', /not well-formed/],
    ['a document type', `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${xliff('&e;')}`, /document type/],
    ['more than a million characters', withSegment(`<source>${'a'.repeat(1_000_000)}</source>`), /more than a million/],
    ['another root', '<xliff version="2.1"/>', /root is not an xliff element/],
    ['XLIFF 1.2', xliff('<file/>', 'version="1.2"'), /version is 1\.2/],
    ['no file', xliff(''), /one file element/],
    ['two files', xliff('<file/><file/>'), /one file element/],
    ['a segment without a source', withSegment('<target>x</target>'), /u has a segment without a source/],
    ['segments in another order', withSegment('<source>a</source><target order="2">b</target>'), /another order/],
    [
      'a code we do not write',
      withSegment('<source>a</source><target><sc id="1"/>b</target>'),
      /<sc>, which is not supported/,
    ],
  ])('refuses %s', (_, text, message) => {
    expect(() => readXliff(text)).toThrow(XliffError)
    expect(() => readXliff(text)).toThrow(message)
  })
})
