import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { localesFile, type LocalesFile } from '@kitewise/content/file-format'
import { readYaml } from '@kitewise/content/read-yaml'
import { glossaryFile } from '../lint/check-text.ts'
import { fileNote, listNotes, type Note, type NoteOptions } from './context-notes.ts'
import { alignTranslation, joinPieces, splitText } from './inline-codes.ts'
import { readTextFile, type TextUnit } from './text-file.ts'
import {
  findState,
  listTranslatable,
  originalLanguage,
  sourceOf,
  type Translatable,
  type TranslationState,
  versionOf,
} from './translatable-files.ts'
import { readXliff, writeXliff, XliffError, type XliffUnit } from './xliff.ts'

type ExportOptions = {
  folder: string
  language: string
  /** Where the XLIFF files go. */
  out: string
  isSelected: (file: string) => boolean
  /** Also files whose translation is current. */
  isEverything: boolean
  /** An earlier text of the original by its version; null if it can't be found. */
  findOriginal: (version: string) => string | null
}

export type ExportResult = {
  written: { path: string; kind: TranslationState['kind'] }[]
  /** Files whose translation is current, and how many of them don't say which version they translate. */
  current: number
  unrecorded: number
}

/** BCP 47 for XLIFF: our code `ua` is Ukrainian. */
export function languageTag(code: string): string {
  return code === 'ua' ? 'uk' : code
}

/** Writes an XLIFF file for each file whose translation is missing or outdated. */
export function exportTranslations(options: ExportOptions): ExportResult {
  const { folder, language, out, isSelected, isEverything } = options
  const notes = readNoteOptions(folder, language)
  const result: ExportResult = { written: [], current: 0, unrecorded: 0 }
  for (const file of listTranslatable(folder, language).filter(({ original }) => isSelected(original))) {
    const state = findState(folder, file)
    if (state.kind === 'current') result.current += 1
    if (state.kind === 'current' && !state.isRecorded) result.unrecorded += 1
    if (state.kind === 'current' && !isEverything) continue
    const path = join(out, file.exchange)
    const units = listUnits(options, { file, state, notes, begun: readBegun(path) })
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, describe(options, file, units))
    result.written.push({ path, kind: state.kind })
  }
  return result
}

/** The languages of the content. */
export function readLocales(folder: string): LocalesFile | null {
  return readYaml(localesFile, readFileSync(join(folder, 'locales.yml'), 'utf8'), 'locales.yml').value
}

function readNoteOptions(folder: string, language: string): NoteOptions {
  const path = join(folder, 'glossary', `${language}.yml`)
  const glossary = existsSync(path) ? readYaml(glossaryFile, readFileSync(path, 'utf8'), path).value : null
  return { terms: glossary?.terms ?? [], assistant: readLocales(folder)?.assistant[language] }
}

function describe({ folder, language }: ExportOptions, { original }: Translatable, units: XliffUnit[]): string {
  const text = readFileSync(join(folder, original), 'utf8')
  const about = fileNote(original)
  const intro = readTextFile(text).units.find(({ id }) => id === 'front.title')
  const notes: Note[] = [
    { category: 'version', text: sourceOf(versionOf(text)) },
    ...(about ? [about] : []),
    ...(intro ? [{ category: 'context' as const, text: `“${intro.text}”` }] : []),
  ]
  const languages = { sourceLanguage: originalLanguage, targetLanguage: languageTag(language) }
  return writeXliff({ original, ...languages, notes, units })
}

type Exported = {
  file: Translatable
  state: TranslationState
  notes: NoteOptions
  /** Units of an XLIFF file that is already there, so that a new export keeps what is done. */
  begun: ReadonlyMap<string, XliffUnit>
}

function readBegun(path: string): Map<string, XliffUnit> {
  if (!existsSync(path)) return new Map()
  try {
    return new Map(readXliff(readFileSync(path, 'utf8')).units.map((unit) => [unit.id, unit]))
  } catch (error) {
    if (error instanceof XliffError) return new Map()
    throw error
  }
}

function listUnits({ folder, findOriginal }: ExportOptions, { file, state, notes, begun }: Exported): XliffUnit[] {
  const { units } = readTextFile(readFileSync(join(folder, file.original), 'utf8'))
  const translated = new Map(state.kind === 'missing' ? [] : textsById(state.translation))
  const version = state.kind === 'outdated' ? state.version : null
  const older = version === null ? null : findOriginal(version)
  const before = older === null ? null : new Map(textsById(older))
  const isUnchanged = ({ id, text }: TextUnit) => state.kind === 'current' || before?.get(id) === text
  return units.map((unit) => {
    const pieces = splitText(unit)
    const own = begun.get(unit.id)
    const common = { id: unit.id, notes: listNotes(unit, notes), pieces }
    if (own?.targets && own.state !== 'outdated' && joinPieces(own.pieces) === unit.text)
      return { ...common, targets: own.targets, state: own.state }
    const text = translated.get(unit.id)
    if (text === undefined) return { ...common, targets: null, state: 'initial' }
    const targets = alignTranslation(pieces, splitText({ ...unit, text }))
    if (targets) return { ...common, targets, state: isUnchanged(unit) ? 'translated' : 'outdated' }
    const old: Note = { category: 'translation', text: `Translation of an older text: ${text}` }
    return { ...common, notes: [...common.notes, old], targets: null, state: 'initial' }
  })
}

function textsById(content: string): [string, string][] {
  return readTextFile(content).units.map(({ id, text }) => [id, text])
}
