import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { formatProblem } from '@kitewise/content/source'
import { checkContent } from '../lint/check-content.ts'
import { languageTag } from './export-translations.ts'
import { type Code, hasWords, type Inline, joinPieces, listCodes, type Piece, splitText } from './inline-codes.ts'
import { readTextFile, type TextFile, type TextUnit, writeTextFile } from './text-file.ts'
import {
  listTranslatable,
  originalLanguage,
  readVersion,
  sourceOf,
  type Translatable,
  versionOf,
} from './translatable-files.ts'
import { readXliff, XliffError, type XliffFile, type XliffUnit } from './xliff.ts'

export type ImportProblem = {
  /** The XLIFF file. */
  file: string
  /** Null if it's about the whole file. */
  unit: string | null
  /** `outdated`: the original has changed; the old translation stays. The others keep the file from being written. */
  kind: 'wrong' | 'outdated'
  reason: string
}

type ImportOptions = {
  folder: string
  language: string
  /** XLIFF files with their texts. */
  files: readonly { path: string; text: string }[]
  /** Ms since 1970, for rules of the content check about age. */
  today: number
}

/**
 * Turns translated XLIFF files into the content's text files. A file with a problem isn't written. Returns the names of
 * the written files.
 */
export function importTranslations(options: ImportOptions): { written: string[]; problems: ImportProblem[] } {
  const { folder, language } = options
  const known = new Map(listTranslatable(folder, language).map((file) => [file.original, file]))
  const problems: ImportProblem[] = []
  const drafts = options.files.flatMap(({ path, text }) => {
    const read = readDraft(options, known, { path, text })
    problems.push(...read.problems)
    return read.draft ? [read.draft] : []
  })
  const refused = checkDrafts(options, drafts)
  problems.push(...refused)
  const bad = new Set(refused.map(({ file }) => file))
  const written = drafts
    .filter(({ path }) => !bad.has(path))
    .map(({ file, text }) => {
      writeFileSync(join(folder, file.translation), text)
      return file.translation
    })
  return { written, problems }
}

/** A translated file that isn't written yet. */
type Draft = { path: string; file: Translatable; text: string }

type Exchange = { path: string; text: string }

function readDraft(
  { folder, language }: ImportOptions,
  known: ReadonlyMap<string, Translatable>,
  { path, text }: Exchange,
): { draft: Draft | null; problems: ImportProblem[] } {
  const refuse = (reason: string) => {
    const problem: ImportProblem = { file: path, unit: null, kind: 'wrong', reason }
    return { draft: null, problems: [problem] }
  }
  let xliff: XliffFile
  try {
    xliff = readXliff(text)
  } catch (error) {
    if (error instanceof XliffError) return refuse(error.message)
    throw error
  }
  const { sourceLanguage, targetLanguage } = xliff
  if (sourceLanguage !== originalLanguage) return refuse(`srcLang is ${sourceLanguage}, not ${originalLanguage}`)
  if (targetLanguage !== languageTag(language))
    return refuse(`trgLang is ${targetLanguage}, not ${languageTag(language)}`)
  if (xliff.units.every(({ targets }) => targets === null)) return refuse('Nothing is translated yet')
  const file = known.get(xliff.original)
  if (!file) return refuse(`The content has no file ${xliff.original}`)
  return translate({ folder, language, path, file, xliff })
}

type Translating = { folder: string; language: string; path: string; file: Translatable; xliff: XliffFile }

function translate({ folder, language, path, file, xliff }: Translating): {
  draft: Draft | null
  problems: ImportProblem[]
} {
  const source = readFileSync(join(folder, file.original), 'utf8')
  const own = join(folder, file.translation)
  const existing = existsSync(own) ? readTextFile(readFileSync(own, 'utf8')) : null
  const english = readTextFile(source)
  const read = readUnits(english, xliff, new Map(existing?.units.map(({ id, text }) => [id, text])))
  const problems = read.problems.map((problem) => ({ file: path, ...problem }))
  if (problems.some(({ kind }) => kind === 'wrong')) return { draft: null, problems }
  // A file with an outdated unit still translates the version of its export.
  const exported = readVersion(xliff.notes.find(({ category }) => category === 'version')?.text ?? null)
  const version = problems.length === 0 ? versionOf(source) : (exported ?? readVersion(existing?.source ?? null))
  const text = writeTextFile(english, {
    language,
    source: version === null ? `${originalLanguage}.md` : sourceOf(version),
    textOf: ({ id }) => read.texts.get(id) ?? '',
  })
  const broken = findBroken(readTextFile(text), read.texts)
  if (broken !== null)
    problems.push({
      file: path,
      unit: broken,
      kind: 'wrong',
      reason: 'Its text would change the structure of the file',
    })
  return { draft: broken === null ? { path, file, text } : null, problems }
}

type UnitProblem = Omit<ImportProblem, 'file'>

function readUnits(
  english: TextFile,
  xliff: XliffFile,
  existing: ReadonlyMap<string, string>,
): { texts: Map<string, string>; problems: UnitProblem[] } {
  const units = new Map(xliff.units.map((unit) => [unit.id, unit]))
  const ids = new Set(english.units.map(({ id }) => id))
  const unknown = xliff.units.filter(({ id }) => !ids.has(id))
  const problems = unknown.map(({ id }) => wrong(id, 'The original has no such unit'))
  const texts = new Map<string, string>()
  for (const unit of english.units) {
    const own = units.get(unit.id)
    const read = own ? readUnit(unit, own, existing.get(unit.id)) : wrong(unit.id, 'The unit is missing')
    if (typeof read === 'string') texts.set(unit.id, read)
    else problems.push(read)
    const old = existing.get(unit.id)
    if (typeof read !== 'string' && read.kind === 'outdated' && old !== undefined) texts.set(unit.id, old)
  }
  return { texts, problems }
}

const wrong = (unit: string, reason: string): UnitProblem => ({ unit, kind: 'wrong', reason })

/** Tools may break lines inside a text to format the XML. */
const unwrap = (text: string) => text.replaceAll(/[ \t]*\r?\n\s*/g, ' ')

/** The translated text of a unit, or what is wrong with it. */
function readUnit(english: TextUnit, unit: XliffUnit, existing: string | undefined): string | UnitProblem {
  const { id, text } = english
  const source = splitText(english)
  if (simplify(joinPieces(unit.pieces)) !== simplify(text)) {
    const reason = 'The English text has changed since the export'
    if (existing !== undefined) return { unit: id, kind: 'outdated', reason: `${reason}; the old translation stays` }
    return wrong(id, `${reason}, and there is no translation yet: export again into the same folder`)
  }
  if (!unit.targets) return wrong(id, 'It is not translated')
  const codes = new Map(source.flatMap(({ inlines }) => listCodes(inlines)).map((code) => [code.id, code]))
  const fault = findCodeFault(source, unit)
  if (fault) return wrong(id, fault)
  const pieces = fillPieces(unit, codes)
  const isEmpty = ({ inlines }: Piece, index: number) => hasWords(inlines) && !hasWords(pieces[index]?.inlines ?? [])
  if (unit.pieces.some(isEmpty)) return wrong(id, 'A segment is empty')
  const translated = joinPieces(pieces).trim()
  if (unit.state === 'outdated' && translated === existing)
    return wrong(id, 'It still has the translation of an older text: revise it, or set its state to “translated”')
  return translated
}

const simplify = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const shown = (code: Code) => (code.kind === 'ph' ? code.data.trim() : code.start) || code.id

/** Each code of the original is in the translation once, and no other. */
function findCodeFault(source: readonly Piece[], unit: XliffUnit): string | null {
  const segments = source.filter(({ kind }) => kind === 'segment')
  const needed = segments.flatMap(({ inlines }) => listCodes(inlines))
  const found = (unit.targets ?? []).flatMap((inlines) => listCodes(inlines).map(({ id, kind }) => `${kind} ${id}`))
  for (const code of needed) {
    const count = found.filter((own) => own === `${code.kind} ${code.id}`).length
    if (count === 0) return `The code ${shown(code)} (<${code.kind} id="${code.id}">) is missing in the translation`
    if (count > 1)
      return `The code ${shown(code)} (<${code.kind} id="${code.id}">) is in the translation ${count} times`
  }
  const extra = found.find((own) => !needed.some(({ kind, id }) => own === `${kind} ${id}`))
  return extra === undefined ? null : `The translation has a code that the original does not have: ${extra}`
}

/** The unit's targets with the original's codes, and its layout. */
function fillPieces(unit: XliffUnit, codes: ReadonlyMap<string, Code>): Piece[] {
  const restore = (inlines: readonly Inline[]): Inline[] =>
    inlines.map((inline) => {
      if (inline.kind === 'text') return { ...inline, text: unwrap(inline.text) }
      const code = codes.get(inline.id)
      if (inline.kind === 'pc' && code?.kind === 'pc') return { ...code, children: restore(inline.children) }
      return code ?? inline
    })
  let segments = 0
  return unit.pieces.map(({ kind, inlines }) => {
    if (kind === 'ignorable') return { kind, inlines: restore(inlines) }
    segments += 1
    return { kind, inlines: restore(unit.targets?.[segments - 1] ?? []) }
  })
}

/** The first unit that reads differently after writing. */
function findBroken(written: TextFile, texts: ReadonlyMap<string, string>): string | null {
  const read = new Map(written.units.map(({ id, text }) => [id, text]))
  return (
    [...texts].find(([id, text]) => read.get(id) !== text)?.[0] ?? [...read.keys()].find((id) => !texts.has(id)) ?? null
  )
}

/** Runs the content check on a copy of the content with the drafts in it. */
function checkDrafts({ folder, today }: ImportOptions, drafts: readonly Draft[]): ImportProblem[] {
  if (drafts.length === 0) return []
  const parent = mkdtempSync(join(tmpdir(), 'kitewise-translate-'))
  try {
    const copy = join(parent, basename(folder))
    cpSync(folder, copy, { recursive: true })
    const byFile = new Map(drafts.map((draft) => [join(basename(folder), draft.file.translation), draft]))
    for (const { file, text } of drafts) writeFileSync(join(copy, file.translation), text)
    const findings = checkContent(copy, today, { isSelected: (file) => byFile.has(file) })
    return findings.flatMap((finding) => {
      const draft = byFile.get(finding.file)
      if (!draft || finding.level !== 'error') return []
      const reason = formatProblem({ ...finding, file: draft.file.translation })
      return [{ file: draft.path, unit: unitAt(draft.text, finding.line), kind: 'wrong', reason }]
    })
  } finally {
    rmSync(parent, { recursive: true })
  }
}

/** The unit at a line; for the first line of a block, the ID of the block. */
function unitAt(text: string, line: number): string | null {
  const { units } = readTextFile(text)
  if (text.split('\n')[line - 1]?.startsWith(':::')) return units.find((unit) => unit.line > line)?.owner ?? null
  return units.findLast((unit) => unit.line <= line)?.id ?? null
}
