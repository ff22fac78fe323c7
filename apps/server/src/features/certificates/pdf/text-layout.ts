import { createRequire } from 'node:module'
import { type Font, openSync } from 'fontkit'

/** A stretch of text in one font. */
type Run = { font: FontName; text: string }

/** How wide a run is in points at a size. */
export type Measure = (run: Run, size: number) => number

/** Cuts a text where the font has to change: a Korean name stands beside English words. Signs without any glyph are left out. */
export const splitRuns = (text: string, weight: Weight): Run[] => {
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

export const widthOf = (text: string, { size, weight }: Style, measure: Measure): number =>
  splitRuns(text, weight).reduce((width, run) => width + measure(run, size), 0)

/** Where a line may end: after words, and in Japanese between them too. Punctuation stays with the word before it. */
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

/** Breaks a text into lines no wider than the box; a word that is wider is broken itself. */
export const breakLines = (text: string, style: Style, { width, locale }: Box, measure: Measure): string[] => {
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

/** A size in points, and how many lines a text may have in it. */
type Step = readonly [size: number, mostLines: number]

/**
 * Sets a text in the first of some steps that it fits, from large to small; the last one takes as many lines as there are.
 */
export const fitText = (
  text: string,
  { steps, weight }: { steps: readonly Step[]; weight: Weight },
  box: Box,
  measure: Measure,
): FittedText => {
  let fitted: FittedText = { lines: [], style: { size: 0, weight } }
  for (const [size, mostLines] of steps) {
    const style = { size, weight }
    fitted = { lines: breakLines(text, style, box, measure), style }
    if (fitted.lines.length <= mostLines) break
  }
  return fitted
}

/**
 * The fonts of a certificate, in the order in which they are asked for a glyph: Manrope, the face of the app, for Latin, Greek and
 * Cyrillic; BIZ UDPGothic for kana and kanji; Nanum Gothic for every Hangul syllable; Noto Sans for the letters of other languages in
 * Latin and Cyrillic (Ə, Қ, Ғ …), and for Devanagari.
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

/** Where the font files are, by name. */
export const fontFiles = new Map<FontName, string>(
  families.flatMap((family) =>
    (['regular', 'bold'] as const).map((weight) => [`${family.name}-${weight}`, pathOf(family, weight)] as const),
  ),
)
const opened = new Map<FontName, Font>()

/** Opened when first needed and kept: one is up to 4.5 MB. */
const openFont = (name: FontName): Font => {
  const known = opened.get(name)
  if (known) return known
  const font = openSync(fontFiles.get(name) ?? '') as Font
  opened.set(name, font)
  return font
}

/** The first font that has a glyph for every character of a cluster, or null. */
const findFont = (cluster: string, weight: Weight): FontName | null => {
  const codePoints = Array.from(cluster, (character) => character.codePointAt(0) ?? 0)
  for (const { name } of families) {
    const font: FontName = `${name}-${weight}`
    if (codePoints.every((codePoint) => openFont(font).hasGlyphForCodePoint(codePoint))) return font
  }
  return null
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What a person sees as one character each. */
const clustersOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** The characters of a text that no font has, each once. */
export const findMissingCharacters = (text: string): string[] => [
  ...new Set(
    clustersOf(text).filter((cluster) => (['regular', 'bold'] as const).some((weight) => !findFont(cluster, weight))),
  ),
]
