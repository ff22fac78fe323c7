import { readBlocks, readFrontMatter } from '@kitewise/content/read-markdown'
import { stringify } from 'yaml'

/** One text of a content file. */
export type TextUnit = {
  /** Stable while the lesson's IDs are: `front.title`, `f2.body`, `f2.p1.point.task.hint`. */
  id: string
  /** The ID without its key: `f2.p1`. */
  owner: string
  /** The kind of its block; `front` and `page` outside blocks. */
  block: string
  key: string
  text: string
  /** Its first line in the file, from 1. */
  line: number
}

type Part =
  | { kind: 'line'; text: string }
  | { kind: 'language'; key: string }
  | { kind: 'unit'; unit: TextUnit; write: (text: string) => string }

/** A content file in one language: its texts, and the lines that are the same in every language. */
export type TextFile = { parts: Part[]; units: TextUnit[]; language: string; source: string | null }

const frontTexts = new Set(['title', 'description', 'intro', 'imageAlt', 'notThis'])
const frontLine = /^([A-Za-z]\w*):(.*)$/
const fragmentLine = /^# (f\d+): (.+)$/
const chapterLine = /^## chapter ([a-z0-9.-]+): (.+)$/

/** Splits a lesson, course text, skill check, onboarding quiz or fact into its texts and the lines around them. */
export function readTextFile(content: string): TextFile {
  const lines = content.replaceAll('\r\n', '\n').split('\n')
  const { front, rest } = readFrontMatter(content, '', [], [])
  const end = lines[0] === '---' ? lines.indexOf('---', 1) : -1
  const values = new Map([...front].map(([key, { text }]) => [key, text]))
  const parts = [...readFront(lines.slice(0, end + 1), values), ...readParts(lines, rest, end + 1)]
  return {
    parts,
    units: parts.flatMap((part) => (part.kind === 'unit' ? [part.unit] : [])),
    language: values.get('locale') ?? values.get('language') ?? '',
    source: values.get('source') ?? null,
  }
}

type Writing = {
  language: string
  /** What the text was translated from; null for the original. */
  source: string | null
  /** The text of a unit. */
  textOf: (unit: TextUnit) => string
}

/** The file with other texts; everything else stays. */
export function writeTextFile(file: TextFile, { language, source, textOf }: Writing): string {
  const origin = source === null ? '' : `\nsource: ${source}`
  return file.parts
    .map((part) => {
      if (part.kind === 'line') return part.text
      return part.kind === 'language' ? `${part.key}: ${language}${origin}` : part.write(textOf(part.unit))
    })
    .join('\n')
}

function unitPart(unit: Omit<TextUnit, 'id'>, write: (text: string) => string): Part {
  return { kind: 'unit', unit: { id: `${unit.owner}.${unit.key}`, ...unit }, write }
}

/** Quotes a value when YAML needs it, or when the original has quotes. */
function writeFrontValue(key: string, original: string, text: string): string {
  const isQuoted = original.trim().startsWith('"')
  return `${key}: ${stringify(text, { lineWidth: 0, defaultStringType: isQuoted ? 'QUOTE_DOUBLE' : 'PLAIN' }).trimEnd()}`
}

function readFront(lines: readonly string[], values: ReadonlyMap<string, string>): Part[] {
  const starts = lines.flatMap((line, index) => (index === 0 || frontLine.test(line) || line === '---' ? [index] : []))
  return starts.flatMap((start, place): Part[] => {
    const own = lines.slice(start, starts[place + 1])
    const [, key = '', value = ''] = frontLine.exec(own[0] ?? '') ?? []
    const text = values.get(key)
    if (key === 'source') return []
    if (key === 'locale' || key === 'language') return [{ kind: 'language', key }]
    if (text === undefined || !frontTexts.has(key)) return asLines(own)
    const unit = { owner: 'front', block: 'front', key, text, line: start + 1 }
    return [unitPart(unit, (changed) => writeFrontValue(key, value, changed))]
  })
}

type Block = ReturnType<typeof readBlocks>['blocks'][number]

/** From here on, `key: |` and the indented lines below it are one text. */
function readBlockParts(lines: readonly string[], block: Block, owner: string): { parts: Part[]; next: number } {
  const parts: Part[] = [{ kind: 'line', text: lines[block.line - 1] ?? '' }]
  const byLine = new Map([...block.entries].map(([key, { text, line }]) => [line, { key, text }]))
  let at = block.line
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const entry = byLine.get(at + 1)
    at += 1
    if (!entry) {
      parts.push({ kind: 'line', text: line })
      if (line.trimEnd() === ':::') break
      continue
    }
    const { key, text } = entry
    const isLong = line.trimEnd() === `${key}: |`
    parts.push(
      unitPart({ owner, block: block.kind, key, text, line: at }, (changed) => writeValue(key, changed, isLong)),
    )
    if (isLong) at = skipIndented(lines, at)
  }
  return { parts, next: at }
}

function writeValue(key: string, text: string, isLong: boolean): string {
  if (!isLong && !text.includes('\n')) return `${key}: ${text}`
  const lines = text.split('\n').map((line) => (line === '' ? '' : `  ${line}`))
  return [`${key}: |`, ...lines].join('\n')
}

function skipIndented(lines: readonly string[], from: number): number {
  let next = from
  while (next < lines.length && /^(?:\s|$)/.test(lines[next] ?? '-')) next += 1
  while (next > from && (lines[next - 1] ?? '').trim() === '') next -= 1
  return next
}

const asLines = (lines: readonly string[]): Part[] => lines.map((text) => ({ kind: 'line', text }))

/** Text between headings and blocks; empty lines around it stay. */
function readBody(lines: readonly string[], first: number, owner: string, key: string): Part[] {
  const filled = lines.flatMap((line, index) => (line.trim() === '' ? [] : [index]))
  const [start, last] = [filled[0], filled.at(-1)]
  if (start === undefined || last === undefined) return asLines(lines)
  const text = lines.slice(start, last + 1).join('\n')
  const unit = { owner, block: 'page', key, text, line: first + start + 1 }
  return [...asLines(lines.slice(0, start)), unitPart(unit, (changed) => changed), ...asLines(lines.slice(last + 1))]
}

function readHeading(line: string, number: number): { part: Part; fragment: string | null } | null {
  const [, fragment, title] = fragmentLine.exec(line.trimEnd()) ?? []
  if (fragment && title) {
    const unit = { owner: fragment, block: 'page', key: 'title', text: title.trim(), line: number }
    return { fragment, part: unitPart(unit, (changed) => `# ${fragment}: ${changed}`) }
  }
  const [, chapter, name] = chapterLine.exec(line.trimEnd()) ?? []
  if (!chapter || !name) return null
  const unit = { owner: 'chapter', block: 'page', key: chapter, text: name.trim(), line: number }
  return { fragment: null, part: unitPart(unit, (changed) => `## chapter ${chapter}: ${changed}`) }
}

function readParts(lines: readonly string[], rest: readonly (string | null)[], from: number): Part[] {
  const blocks = new Map(readBlocks(rest, '').blocks.map((block) => [block.line - 1, block]))
  const parts: Part[] = []
  let fragment = 'text'
  let bodies = 0
  let at = from
  while (at < lines.length) {
    const block = blocks.get(at)
    const heading = readHeading(lines[at] ?? '', at + 1)
    if (block) {
      const owner = fragment === 'text' ? block.id : `${fragment}.${block.id}`
      const read = readBlockParts(lines, block, owner)
      parts.push(...read.parts)
      at = read.next
    } else if (heading) {
      parts.push(heading.part)
      if (heading.fragment) [fragment, bodies] = [heading.fragment, 0]
      at += 1
    } else {
      let next = at + 1
      while (next < lines.length && !blocks.has(next) && !readHeading(lines[next] ?? '', 1)) next += 1
      const read = readBody(lines.slice(at, next), at, fragment, bodies === 0 ? 'body' : `body-${bodies + 1}`)
      if (read.some(({ kind }) => kind === 'unit')) bodies += 1
      parts.push(...read)
      at = next
    }
  }
  return parts
}
