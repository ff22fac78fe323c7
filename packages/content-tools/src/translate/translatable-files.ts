import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readTextFile, type TextFile, writeTextFile } from './text-file.ts'

/** A file in the original language and its translation, both named from the content folder: `facts/x.md`. */
export type Translatable = { original: string; translation: string; exchange: string }

/** Every text file of the content, with the place of its translation and of its XLIFF file. */
export function listTranslatable(folder: string, language: string): Translatable[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  return files.flatMap((original) => {
    const name = basename(original)
    const isFact = dirname(original) === 'facts' && /^[^.]+\.md$/.test(name)
    if (!isFact && name !== `${originalLanguage}.md`) return []
    const translation = isFact
      ? original.replace(/\.md$/, `.${language}.md`)
      : join(dirname(original), `${language}.md`)
    const stem = isFact ? original.replace(/\.md$/, '') : dirname(original)
    return [{ original, translation, exchange: `${stem}.${language}.xlf` }]
  })
}

export const originalLanguage = 'en'

/** The first digits of the Git blob that the text is, so `git show <version>` prints the original of a translation. */
export function versionOf(text: string): string {
  const bytes = Buffer.from(text)
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex').slice(0, 12)
}

/** The front matter's `source` of a translation: the original's name and, if known, its version. */
export function sourceOf(version: string): string {
  return `${originalLanguage}.md@${version}`
}

/** The version in a `source`, or null if it has none. */
export function readVersion(source: string | null): string | null {
  return /^[^@]+@([0-9a-f]{12})$/.exec(source ?? '')?.[1] ?? null
}

export type TranslationState =
  | { kind: 'missing' }
  /** `isRecorded`: the translation says that it was made from this version. */
  | { kind: 'current'; isRecorded: boolean; translation: string }
  /** `version` of the original that it was made from; null if it has other texts than the original. */
  | { kind: 'outdated'; version: string | null; translation: string }

/** Compares a translation with today's original. */
export function findState(folder: string, { original, translation }: Translatable): TranslationState {
  const path = join(folder, translation)
  if (!existsSync(path)) return { kind: 'missing' }
  const source = readFileSync(join(folder, original), 'utf8')
  const text = readFileSync(path, 'utf8')
  const [own, theirs] = [readTextFile(source), readTextFile(text)]
  const version = readVersion(theirs.source)
  if (version !== null && version !== versionOf(source)) return { kind: 'outdated', version, translation: text }
  if (!hasSameUnits(own, theirs)) return { kind: 'outdated', version: null, translation: text }
  return { kind: 'current', isRecorded: version !== null, translation: text }
}

/** Records that translations fit today's original. Returns the names of the changed files. */
export function markTranslations(folder: string, language: string, isSelected: (file: string) => boolean): string[] {
  return listTranslatable(folder, language).flatMap((file) => {
    const state = findState(folder, file)
    if (state.kind === 'missing' || !isSelected(file.original)) return []
    const source = readFileSync(join(folder, file.original), 'utf8')
    const [own, theirs] = [readTextFile(source), readTextFile(state.translation)]
    if (!hasSameUnits(own, theirs)) return []
    const text = writeTextFile(theirs, {
      language: theirs.language,
      source: sourceOf(versionOf(source)),
      textOf: (unit) => unit.text,
    })
    if (text === state.translation) return []
    writeFileSync(join(folder, file.translation), text)
    return [file.translation]
  })
}

const idsOf = ({ units }: TextFile) =>
  units
    .map(({ id }) => id)
    .toSorted()
    .join(' ')

const hasSameUnits = (one: TextFile, other: TextFile) => idsOf(one) === idsOf(other)
