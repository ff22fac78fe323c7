import { DOMImplementation, DOMParser, type Document, type Element, type Node, XMLSerializer } from '@xmldom/xmldom'
import type { Note } from './context-notes.ts'
import { type Inline, listCodes, type Piece } from './inline-codes.ts'

/** XLIFF 2.1: https://docs.oasis-open.org/xliff/xliff-core/v2.1/xliff-core-v2.1.html */
const namespace = 'urn:oasis:names:tc:xliff:document:2.0'
const versions = ['2.0', '2.1']

/** `initial`: to do. `outdated`: the target translates an older original. `translated`: nothing to do. */
export type UnitState = 'initial' | 'outdated' | 'translated'

export type XliffUnit = {
  id: string
  notes: Note[]
  pieces: Piece[]
  /** One for each segment, or null without a translation. */
  targets: Inline[][] | null
  state: UnitState
}

export type XliffFile = {
  /** The original, named from the content folder. */
  original: string
  sourceLanguage: string
  targetLanguage: string
  notes: Note[]
  units: XliffUnit[]
}

/** The file isn't what it must be; the message says why. */
export class XliffError extends Error {}

const outdated = 'kitewise:outdated'

/** Characters. A lesson has less than a tenth of it; a parser needs minutes for twenty times as much. */
const longestFile = 1_000_000

export function writeXliff(file: XliffFile): string {
  const document = new DOMImplementation().createDocument(namespace, 'xliff')
  const root = document.documentElement
  if (!root) throw new Error('a new document has no root')
  const build = builder(document)
  setAttributes(root, { version: '2.1', srcLang: file.sourceLanguage, trgLang: file.targetLanguage })
  const units = file.units.map((unit) => buildUnit(build, unit))
  const attributes = { id: 'f1', original: file.original, canResegment: 'no' }
  root.appendChild(build('file', attributes, [...buildNotes(build, file.notes), ...units]))
  indent(root, '')
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(root)}\n`
}

type Attributes = Record<string, string | undefined>
type Build = (name: string, attributes: Attributes, children?: readonly (Node | string)[]) => Element

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(name, value)
}

function builder(document: Document): Build {
  return (name, attributes, children = []) => {
    const element = document.createElementNS(namespace, name)
    setAttributes(element, attributes)
    for (const child of children)
      element.appendChild(typeof child === 'string' ? document.createTextNode(child) : child)
    return element
  }
}

function buildNotes(build: Build, notes: readonly Note[]): Element[] {
  if (notes.length === 0) return []
  return [
    build(
      'notes',
      {},
      notes.map(({ category, text }) => build('note', { category }, [text])),
    ),
  ]
}

function buildUnit(build: Build, { id, notes, pieces, targets, state }: XliffUnit): Element {
  const codes = pieces.flatMap(({ inlines }) => listCodes(inlines))
  const data = codes.flatMap((code) =>
    code.kind === 'ph'
      ? [build('data', { id: `d${code.id}` }, [code.data])]
      : [build('data', { id: `d${code.id}s` }, [code.start]), build('data', { id: `d${code.id}e` }, [code.end])],
  )
  let segments = 0
  const parts = pieces.map(({ kind, inlines }, index) => {
    const source = build('source', {}, buildInlines(build, inlines))
    if (kind === 'ignorable') return build('ignorable', { id: `i${index + 1}` }, [source])
    const target = targets?.[segments]
    segments += 1
    const subState = state === 'outdated' && target ? outdated : undefined
    const attributes = { id: `s${segments}`, state: state === 'translated' ? 'translated' : 'initial', subState }
    return build('segment', attributes, [source, ...(target ? [build('target', {}, buildInlines(build, target))] : [])])
  })
  const originalData = data.length > 0 ? [build('originalData', {}, data)] : []
  return build('unit', { id }, [...buildNotes(build, notes), ...originalData, ...parts])
}

function buildInlines(build: Build, inlines: readonly Inline[]): (Node | string)[] {
  return inlines.map((inline) => {
    if (inline.kind === 'text') return inline.text
    const { id, subType } = inline
    const common = { id, canCopy: 'no', canDelete: 'no', type: subType && 'fmt', subType }
    if (inline.kind === 'ph') {
      const shown = inline.data.trim().replaceAll(/\s+/g, ' ')
      return build('ph', { ...common, dataRef: `d${id}`, ...(shown !== '' && { disp: shown }) })
    }
    const references = { dataRefStart: `d${id}s`, dataRefEnd: `d${id}e` }
    return build('pc', { ...common, ...references }, buildInlines(build, inline.children))
  })
}

const withText = new Set(['note', 'data', 'source', 'target'])

/** One element a line, except inside texts. */
function indent(element: Element, space: string): void {
  const document = element.ownerDocument
  if (!document || withText.has(element.localName ?? '')) return
  const children = [...element.childNodes]
  for (const child of children) {
    element.insertBefore(document.createTextNode(`\n${space}  `), child)
    if (isElement(child)) indent(child, `${space}  `)
  }
  if (children.length > 0) element.appendChild(document.createTextNode(`\n${space}`))
}

/** Reads a file that a translator's tool wrote. Throws `XliffError` if it isn't XLIFF 2 or uses what we don't read. */
export function readXliff(text: string): XliffFile {
  const root = parse(text).documentElement
  if (!root || root.localName !== 'xliff' || root.namespaceURI !== namespace)
    throw new XliffError(`The root is not an xliff element of ${namespace}`)
  const version = root.getAttribute('version') ?? 'none'
  if (!versions.includes(version)) throw new XliffError(`The version is ${version}, not ${versions.join(' or ')}`)
  const [file, ...more] = childrenOf(root, 'file')
  if (!file || more.length > 0) throw new XliffError('There must be one file element')
  return {
    original: file.getAttribute('original') ?? '',
    sourceLanguage: root.getAttribute('srcLang') ?? '',
    targetLanguage: root.getAttribute('trgLang') ?? '',
    notes: readNotes(file),
    units: listUnits(file).map(readUnit),
  }
}

function parse(text: string): Document {
  if (text.length > longestFile) throw new XliffError('The file has more than a million characters')
  if (/<!DOCTYPE/i.test(text)) throw new XliffError('The file has a document type, which XLIFF does not use')
  const faults: string[] = []
  const onError = (_level: string, message: string) => faults.push(message.split('\n')[0] ?? '')
  try {
    const document = new DOMParser({ onError }).parseFromString(text, 'application/xml')
    if (faults.length === 0) return document
  } catch (error) {
    if (faults.length === 0) faults.push(error instanceof Error ? error.message : String(error))
  }
  throw new XliffError(`It is not well-formed XML: ${faults[0]}`)
}

const isElement = (node: Node): node is Element => node.nodeType === 1

function childrenOf(element: Element, name?: string): Element[] {
  const elements = [...element.childNodes].filter(isElement).filter((child) => child.namespaceURI === namespace)
  return elements.filter((child) => name === undefined || child.localName === name)
}

/** Units may be in groups. */
function listUnits(element: Element): Element[] {
  return childrenOf(element).flatMap((child) => {
    if (child.localName === 'group') return listUnits(child)
    return child.localName === 'unit' ? [child] : []
  })
}

function readNotes(element: Element): Note[] {
  const [notes] = childrenOf(element, 'notes')
  if (!notes) return []
  return childrenOf(notes, 'note').map((note) => ({
    // Only used to find a category, so an unknown one is harmless.
    category: (note.getAttribute('category') ?? 'context') as Note['category'],
    text: note.textContent ?? '',
  }))
}

function readUnit(unit: Element): XliffUnit {
  const id = unit.getAttribute('id') ?? ''
  const [originalData] = childrenOf(unit, 'originalData')
  const data = new Map(
    (originalData ? childrenOf(originalData, 'data') : []).map((own) => [
      own.getAttribute('id') ?? '',
      own.textContent ?? '',
    ]),
  )
  const parts = childrenOf(unit).filter(({ localName }) => localName === 'segment' || localName === 'ignorable')
  const pieces = parts.map((part): Piece => {
    const [source] = childrenOf(part, 'source')
    if (!source) throw new XliffError(`Unit ${id} has a segment without a source`)
    const kind = part.localName === 'segment' ? 'segment' : 'ignorable'
    return { kind, inlines: readInlines(source, data, id) }
  })
  const segments = parts.filter(({ localName }) => localName === 'segment')
  const targets = segments.map((segment) => {
    const [target] = childrenOf(segment, 'target')
    if (target?.hasAttribute('order')) throw new XliffError(`Unit ${id}: segments in another order are not supported`)
    return target ? readInlines(target, data, id) : []
  })
  const isOutdated = segments.some((segment) => {
    const state = segment.getAttribute('state') ?? 'initial'
    return state === 'initial' && segment.getAttribute('subState') === outdated
  })
  const isTranslated = segments.every((segment) => childrenOf(segment, 'target').length > 0)
  const state = isOutdated ? 'outdated' : isTranslated ? 'translated' : 'initial'
  return { id, notes: readNotes(unit), pieces, targets: targets.some((own) => own.length > 0) ? targets : null, state }
}

function readInlines(parent: Element, data: ReadonlyMap<string, string>, unit: string): Inline[] {
  return [...parent.childNodes].flatMap((node): Inline[] => {
    if (node.nodeType === 3 || node.nodeType === 4) return [{ kind: 'text', text: node.nodeValue ?? '' }]
    if (!isElement(node)) return []
    const id = node.getAttribute('id') ?? ''
    const dataOf = (name: string) => data.get(node.getAttribute(name) ?? '') ?? ''
    if (node.localName === 'ph') return [{ kind: 'ph', id, data: dataOf('dataRef') }]
    if (node.localName === 'pc') {
      const children = readInlines(node, data, unit)
      return [{ kind: 'pc', id, start: dataOf('dataRefStart'), end: dataOf('dataRefEnd'), children }]
    }
    // Marks of a translator's tool: a term, a comment.
    if (node.localName === 'mrk') return readInlines(node, data, unit)
    if (node.localName === 'sm' || node.localName === 'em') return []
    throw new XliffError(`Unit ${unit} has a <${node.localName}>, which is not supported`)
  })
}
