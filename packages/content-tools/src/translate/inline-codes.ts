import type { Nodes, PhrasingContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import type { TextUnit } from './text-file.ts'

/** A part of a segment: text, a standalone code, or a pair of codes around other parts. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'ph'; id: string; data: string; subType?: string }
  | { kind: 'pc'; id: string; start: string; end: string; subType?: string; children: Inline[] }

export type Code = Exclude<Inline, { kind: 'text' }>

/** A paragraph, line or list entry to translate, or the layout between two of them. */
export type Piece = { kind: 'segment' | 'ignorable'; inlines: Inline[] }

/** Splits a unit's text. `joinPieces` gives the same text back. */
export function splitText(unit: Pick<TextUnit, 'block' | 'key' | 'text'>): Piece[] {
  const { block, key, text } = unit
  const number = countCodes()
  const isMarkdown = (block === 'page' && key.startsWith('body')) || ['full', 'draft'].includes(key)
  const pieces = isMarkdown
    ? splitMarkdown(text, number)
    : splitPlain(text, key === 'labels' ? /\s*\|\s*/g : /\n\s*/g, { number, hasBlanks: block === 'blanks' })
  return pieces.some(({ kind }) => kind === 'segment') ? pieces : [{ kind: 'segment', inlines: [asText(text)] }]
}

export function joinPieces(pieces: readonly Piece[]): string {
  return pieces.map(({ inlines }) => joinInlines(inlines)).join('')
}

function joinInlines(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (inline.kind === 'text') return inline.text
      return inline.kind === 'ph' ? inline.data : `${inline.start}${joinInlines(inline.children)}${inline.end}`
    })
    .join('')
}

/** Every code, from the outside in. */
export function listCodes(inlines: readonly Inline[]): Code[] {
  return inlines.flatMap((inline) => {
    if (inline.kind === 'text') return []
    return inline.kind === 'ph' ? [inline] : [inline, ...listCodes(inline.children)]
  })
}

/** Whether there is something to translate. */
export function hasWords(inlines: readonly Inline[]): boolean {
  return inlines.some((inline) =>
    inline.kind === 'text' ? /[\p{L}\p{N}]/u.test(inline.text) : inline.kind === 'pc' && hasWords(inline.children),
  )
}

/**
 * A translation as targets of the original's segments. Null if it isn't built like the original: another number of
 * paragraphs, or other codes in one of them.
 */
export function alignTranslation(original: readonly Piece[], translation: readonly Piece[]): Inline[][] | null {
  const [sources, targets] = [original, translation].map((pieces) => pieces.filter(({ kind }) => kind === 'segment'))
  if (!sources || !targets || sources.length !== targets.length) return null
  const aligned = sources.flatMap(({ inlines }, index) => {
    const renamed = renameCodes(targets[index]?.inlines ?? [], listCodes(inlines))
    return renamed ? [renamed] : []
  })
  return aligned.length === sources.length ? aligned : null
}

const look = (code: Code) => (code.kind === 'ph' ? `ph ${code.data}` : `pc ${code.start} ${code.end}`)

/** Gives codes the IDs that equal codes have in the original. Null unless they are the same codes. */
function renameCodes(inlines: readonly Inline[], codes: readonly Code[]): Inline[] | null {
  const free = [...codes]
  const rename = (own: readonly Inline[]): Inline[] =>
    own.map((inline) => {
      if (inline.kind === 'text') return inline
      const index = free.findIndex((code) => look(code) === look(inline))
      const [found] = index < 0 ? [] : free.splice(index, 1)
      const id = found?.id ?? ''
      return inline.kind === 'ph' ? { ...inline, id } : { ...inline, id, children: rename(inline.children) }
    })
  const renamed = rename(inlines)
  const isComplete = free.length === 0 && listCodes(renamed).every(({ id }) => id !== '')
  return isComplete ? renamed : null
}

type Numbering = () => string

function countCodes(): Numbering {
  let count = 0
  return () => {
    count += 1
    return String(count)
  }
}

const asText = (text: string): Inline => ({ kind: 'text', text })

function layout(data: string, number: Numbering): Piece[] {
  return data === '' ? [] : [{ kind: 'ignorable', inlines: [{ kind: 'ph', id: number(), data }] }]
}

type PlainRules = { number: Numbering; hasBlanks: boolean }

const blank = /\{[a-z][A-Za-z0-9]*\}/g

/** Text without Markdown: one segment for each line or list entry. */
function splitPlain(text: string, separator: RegExp, { number, hasBlanks }: PlainRules): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  const add = (own: string) => {
    if (own !== '') pieces.push({ kind: 'segment', inlines: hasBlanks ? markCodes(own, blank, number) : [asText(own)] })
  }
  for (const found of text.matchAll(separator)) {
    add(text.slice(from, found.index))
    pieces.push(...layout(found[0], number))
    from = found.index + found[0].length
  }
  add(text.slice(from))
  return pieces
}

/** Text with a standalone code for each match. */
function markCodes(text: string, pattern: RegExp, number: Numbering, subType?: string): Inline[] {
  const inlines: Inline[] = []
  let from = 0
  for (const found of text.matchAll(pattern)) {
    if (found.index > from) inlines.push(asText(text.slice(from, found.index)))
    inlines.push({ kind: 'ph', id: number(), data: found[0], ...(subType && { subType }) })
    from = found.index + found[0].length
  }
  if (from < text.length) inlines.push(asText(text.slice(from)))
  return inlines
}

type Span = { from: number; to: number; inlines: Inline[] }

/** Markdown: one segment for each paragraph, list item and heading, and for each line of a code block. */
function splitMarkdown(text: string, number: Numbering): Piece[] {
  const spans: Span[] = []
  visitBlocks(fromMarkdown(text), (node) => spans.push(...readSpans(text, node, number)))
  const pieces: Piece[] = []
  let from = 0
  for (const span of spans) {
    pieces.push(...layout(text.slice(from, span.from), number), { kind: 'segment', inlines: span.inlines })
    from = span.to
  }
  return [...pieces, ...layout(text.slice(from), number)]
}

type TextBlock = Extract<Nodes, { type: 'paragraph' | 'heading' | 'code' }>

function visitBlocks(node: Nodes, found: (node: TextBlock) => void): void {
  if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'code') found(node)
  else if ('children' in node) for (const child of node.children) visitBlocks(child, found)
}

const placeOf = (node: Nodes) => ({ from: node.position?.start.offset ?? 0, to: node.position?.end.offset ?? 0 })
const placeholder = /^\[(?:PRACTICE|PICTURE|FACT)_\d+\]$/

function readSpans(text: string, node: TextBlock, number: Numbering): Span[] {
  if (node.type === 'code') return readCodeLines(text, node)
  const [first, last] = [node.children[0], node.children.at(-1)]
  if (!first || !last) return []
  const place = { from: placeOf(first).from, to: placeOf(last).to }
  if (placeholder.test(text.slice(place.from, place.to).trim())) return []
  return [{ ...place, inlines: readInlines(text, node.children, number) }]
}

/** The lines of a code block, without its fences. */
function readCodeLines(text: string, node: Nodes): Span[] {
  const { from, to } = placeOf(node)
  const lines = text.slice(from, to).split('\n')
  const hasFences = /^(?:`{3}|~{3})/.test(lines[0] ?? '')
  let next = from
  return lines.flatMap((line, index) => {
    const start = next + line.length - line.trimStart().length
    const to = next + line.length
    next = to + 1
    const isFence = hasFences && (index === 0 || index === lines.length - 1)
    return isFence || start === to ? [] : [{ from: start, to, inlines: [asText(text.slice(start, to))] }]
  })
}

/** A line break with what it needs before the next word: the mark of a quotation, an indentation. */
const lineBreak = /\\?\n[ \t>]*/g

function readInlines(text: string, nodes: readonly PhrasingContent[], number: Numbering): Inline[] {
  const inlines: Inline[] = []
  let from = placeOf(nodes[0] ?? { type: 'text', value: '' }).from
  for (const node of nodes) {
    const place = placeOf(node)
    // A quotation's mark at the start of a line belongs to no node.
    const gap = text.slice(from, place.from)
    const before = inlines.at(-1)
    if (gap !== '' && before?.kind === 'ph') before.data += gap
    else if (gap !== '') inlines.push({ kind: 'ph', id: number(), data: gap, subType: 'xlf:lb' })
    inlines.push(...readInline(text, node, number))
    from = place.to
  }
  return inlines
}

const subTypes: Partial<Record<PhrasingContent['type'], string>> = { strong: 'xlf:b', emphasis: 'xlf:i' }

function readInline(text: string, node: PhrasingContent, number: Numbering): Inline[] {
  const { from, to } = placeOf(node)
  const raw = text.slice(from, to)
  if (node.type === 'text') return markCodes(raw, lineBreak, number, 'xlf:lb')
  if (node.type === 'break') return [{ kind: 'ph', id: number(), data: raw, subType: 'xlf:lb' }]
  const id = number()
  if (node.type === 'inlineCode') {
    const [ticks = '`'] = /^`+/.exec(raw) ?? []
    const inside = raw.slice(ticks.length, raw.length - ticks.length)
    return [{ kind: 'pc', id, start: ticks, end: ticks, children: [asText(inside)] }]
  }
  const children = 'children' in node ? node.children : []
  const [first, last] = [children[0], children.at(-1)]
  if (!first || !last) return [{ kind: 'ph', id, data: raw }]
  const subType = subTypes[node.type]
  const pair = { start: text.slice(from, placeOf(first).from), end: text.slice(placeOf(last).to, to) }
  return [{ kind: 'pc', id, ...pair, ...(subType && { subType }), children: readInlines(text, children, number) }]
}
