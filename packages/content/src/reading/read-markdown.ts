import { z } from 'zod'
import type { Block, ContentProblem, Located } from '../source.ts'
import { readYaml } from './read-yaml.ts'

const opening = /^:::([a-z]+)\s+([A-Za-z0-9]+)\s*$/
const entry = /^([A-Za-z][A-Za-z0-9_.]*):(?:\s(.*))?$/

type BlocksResult = {
  blocks: Block[]
  /** The lines outside blocks, with line numbers. */
  rest: Located[]
  problems: ContentProblem[]
}

/** Reads and unindents a `key: |` value. `next` is the index after it. */
function readIndented(lines: readonly (string | null)[], from: number): { text: string; next: number } {
  let next = from
  while (next < lines.length && (lines[next] === '' || /^\s+\S|^\s+$/.test(lines[next] ?? '-'))) next += 1
  const own = lines.slice(from, next).map((line) => line ?? '')
  const indents = own.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length)
  const indent = Math.min(...indents)
  return {
    text: own
      .map((line) => line.slice(indent))
      .join('\n')
      .trim(),
    next,
  }
}

type Reading = { file: string; lines: readonly (string | null)[]; problems: ContentProblem[] }

function readEntries(reading: Reading, block: Block, from: number): number {
  const { file, lines, problems } = reading
  let at = from
  while (at < lines.length) {
    const line = (lines[at] ?? '').trimEnd()
    const place = { file, line: at + 1 }
    if (line === ':::') return at + 1
    if (line === '') {
      at += 1
      continue
    }
    const found = entry.exec(line)
    const key = found?.[1]
    if (opening.test(line) || line.startsWith('# ')) break
    if (!key) {
      const fix = 'Write key: value, or key: | with the text on the next lines, indented by two spaces'
      problems.push({ ...place, what: `This line of :::${block.kind} ${block.id} has no key`, fix })
      at += 1
      continue
    }
    const value = (found[2] ?? '').trim()
    const long = value === '|' ? readIndented(lines, at + 1) : { text: value, next: at + 1 }
    if (block.entries.has(key)) problems.push({ ...place, what: `${key} appears twice in this block`, fix: 'Keep one' })
    if (long.text === '') problems.push({ ...place, what: `${key} is empty`, fix: 'Write its text or remove the key' })
    block.entries.set(key, { text: long.text, line: at + 1 })
    at = long.next
  }
  problems.push({ file, line: block.line, what: `:::${block.kind} ${block.id} is not closed`, fix: 'Add a line :::' })
  return at
}

/** Extracts the `:::kind id` blocks of a Markdown file. `lines[i]` is line i + 1; null lines are skipped. */
export function readBlocks(lines: readonly (string | null)[], file: string): BlocksResult {
  const result: BlocksResult = { blocks: [], rest: [], problems: [] }
  const reading = { file, lines, problems: result.problems }
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? null
    const [, kind, id] = opening.exec(line ?? '') ?? []
    if (kind && id) {
      const block: Block = { kind, id, line: at + 1, entries: new Map() }
      result.blocks.push(block)
      at = readEntries(reading, block, at + 1)
      continue
    }
    if (line?.startsWith(':::'))
      result.problems.push({
        file,
        line: at + 1,
        what: `"${line}" opens no block`,
        fix: 'Blocks begin with :::quiz p1, :::prompt p1 or :::message m0 and end with :::',
      })
    else if (line !== null) result.rest.push({ text: line, line: at + 1 })
    at += 1
  }
  return result
}

const frontMatter = z.record(z.string(), z.unknown())

type FrontMatter = {
  front: Map<string, Located>
  /** `null` replaces front matter lines, so that an index is still the line minus 1. */
  rest: (string | null)[]
  problems: ContentProblem[]
}

/** Reads the `---` front matter of a Markdown file. `needed` keys are required, and only `allowed` ones may occur. */
export function readFrontMatter(text: string, file: string, needed: string[], allowed: string[]): FrontMatter {
  const lines: (string | null)[] = text.split(/\r?\n/)
  const end = lines[0] === '---' ? lines.indexOf('---', 1) : -1
  if (end < 0) {
    const what = 'The file does not begin with front matter'
    const fix = `Begin with a line ---, then ${needed.join(', ')}, then a line ---`
    return { front: new Map(), rest: lines, problems: [{ file, line: 1, what, fix }] }
  }
  const read = readYaml(frontMatter, lines.slice(1, end).join('\n'), file, 2)
  const front = new Map<string, Located>()
  const problems = [...read.problems]
  for (const [key, value] of Object.entries(read.value ?? {})) {
    const line = read.lineOf([key])
    if (typeof value === 'string' && value.trim() !== '') front.set(key, { text: value.trim(), line })
    else if (needed.includes(key))
      problems.push({ file, line, what: `${key} is not text`, fix: `Write ${key}: "the text" in quotes` })
    if (!needed.includes(key) && !allowed.includes(key))
      problems.push({ file, line, what: `${key} is not a key of this front matter`, fix: 'Remove it' })
  }
  if (read.value)
    for (const key of needed.filter((key) => !Object.hasOwn(read.value ?? {}, key)))
      problems.push({ file, line: 1, what: `The front matter has no ${key}`, fix: `Add ${key}: …` })
  return { front, rest: lines.fill(null, 0, end + 1), problems }
}
