import { createRequire } from 'node:module'
import { type Font, openSync } from 'fontkit'

type Run = { font: FontName; text: string }

/** The width of a run in points. */
export type Measure = (run: Run, size: number) => number

/** Splits a text where the font changes, e.g. a Korean name among English words. Drops characters without a glyph. */
export function splitRuns(text: string, weight: Weight): Run[] {
  const runs: Run[] = []
  for (const cluster of clustersOf(text)) {
    const font = findFont(cluster, weight)
    if (font === null) continue
    const last = runs.at(-1)
    if (last?.font === font) last.text += cluster
    else runs.push({ font, text: cluster })
  }
  return runs
}

export type Style = { size: number; weight: Weight }

export function widthOf(text: string, { size, weight }: Style, measure: Measure): number {
  return splitRuns(text, weight).reduce((width, run) => width + measure(run, size), 0)
}

/** Splits a text where a line may break: after words, in Japanese also between them. Punctuation stays with the word before it. */
const piecesOf = (text: string, locale: string): string[] => {
  const pieces: string[] = []
  for (const { segment, isWordLike } of new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)) {
    const last = pieces.pop()
    if (last === undefined) pieces.push(segment)
    else if (isWordLike && !/[\p{Ps}\p{Pi}'’-]$/u.test(last)) pieces.push(last, segment)
    else pieces.push(last + segment)
  }
  return pieces
}

type Box = { width: number; locale: string }

/** Breaks a text into lines no wider than the box; splits a word that is wider itself. */
export function breakLines(text: string, style: Style, { width, locale }: Box, measure: Measure): string[] {
  const fits = (line: string): boolean => widthOf(line.trimEnd(), style, measure) <= width
  const lines = ['']
  for (const piece of piecesOf(text, locale)) {
    if (fits((lines.at(-1) ?? '') + piece)) {
      lines.push((lines.pop() ?? '') + piece)
      continue
    }
    for (const part of fits(piece) ? [piece] : clustersOf(piece)) {
      const last = lines.at(-1) ?? ''
      const isPartOfWord = part !== piece && fits(last + part)
      if (isPartOfWord) lines.push((lines.pop() ?? '') + part)
      else lines.push(part)
    }
  }
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}

export type FittedText = { lines: string[]; style: Style }

/** A font size in points, and the maximum number of lines at that size. */
type Step = readonly [size: number, mostLines: number]

/** Uses the first step that the text fits, from large to small; the last step takes any number of lines. */
export function fitText(
  text: string,
  { steps, weight }: { steps: readonly Step[]; weight: Weight },
  box: Box,
  measure: Measure,
): FittedText {
  let fitted: FittedText = { lines: [], style: { size: 0, weight } }
  for (const [size, mostLines] of steps) {
    const style = { size, weight }
    fitted = { lines: breakLines(text, style, box, measure), style }
    if (fitted.lines.length <= mostLines) break
  }
  return fitted
}

/**
 * Searched for a glyph in this order: Latin, Greek and Cyrillic; kana and kanji; Hangul; other Latin and Cyrillic letters
 * (Ə, Қ, Ғ …) and Devanagari.
 */
const families = [
  { name: 'manrope', package: '@expo-google-fonts/manrope', file: 'Manrope', light: '500Medium' },
  { name: 'japanese', package: '@expo-google-fonts/biz-udpgothic', file: 'BIZUDPGothic', light: '400Regular' },
  { name: 'korean', package: '@expo-google-fonts/nanum-gothic', file: 'NanumGothic', light: '400Regular' },
  { name: 'other', package: '@expo-google-fonts/noto-sans', file: 'NotoSans', light: '400Regular' },
] as const

export type Weight = 'regular' | 'bold'
type FontName = `${(typeof families)[number]['name']}-${Weight}`

const { resolve } = createRequire(import.meta.url)

const pathOf = ({ package: from, file, light }: (typeof families)[number], weight: Weight): string => {
  const style = weight === 'bold' ? '700Bold' : light
  return resolve(`${from}/${style}/${file}_${style}.ttf`)
}

export const fontFiles = new Map<FontName, string>(
  families.flatMap((family) =>
    (['regular', 'bold'] as const).map((weight) => [`${family.name}-${weight}`, pathOf(family, weight)] as const),
  ),
)
const opened = new Map<FontName, Font>()

/** Opens a font on first use and keeps it; a file has up to 4.5 MB. */
const openFont = (name: FontName): Font => {
  const known = opened.get(name)
  if (known) return known
  const font = openSync(fontFiles.get(name) ?? '') as Font
  opened.set(name, font)
  return font
}

/** A `Measure` without a PDF document. */
export function measureRun({ font, text }: Run, size: number): number {
  const opened = openFont(font)
  return (opened.layout(text).advanceWidth * size) / opened.unitsPerEm
}

/** The outlines of a run's glyphs as one SVG path each, from the start of its baseline, in font units. */
export function outlinesOf({ font, text }: Run): { unitsPerEm: number; glyphs: { x: number; path: string }[] } {
  const { glyphs, positions } = openFont(font).layout(text)
  let x = 0
  const placed = glyphs.map((glyph, index) => {
    const at = x
    x += positions[index]?.xAdvance ?? glyph.advanceWidth
    return { x: at, path: glyph.path.toSVG() }
  })
  return { unitsPerEm: openFont(font).unitsPerEm, glyphs: placed }
}

const findFont = (cluster: string, weight: Weight): FontName | null => {
  const codePoints = Array.from(cluster, (character) => character.codePointAt(0) ?? 0)
  for (const { name } of families) {
    const font: FontName = `${name}-${weight}`
    if (codePoints.every((codePoint) => openFont(font).hasGlyphForCodePoint(codePoint))) return font
  }
  return null
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

const clustersOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** Without duplicates. */
export function findMissingCharacters(text: string): string[] {
  return [
    ...new Set(
      clustersOf(text).filter((cluster) => (['regular', 'bold'] as const).some((weight) => !findFont(cluster, weight))),
    ),
  ]
}
