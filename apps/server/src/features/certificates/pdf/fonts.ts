import { createRequire } from 'node:module'
import { openSync, type Font } from 'fontkit'

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
export type FontName = `${(typeof families)[number]['name']}-${Weight}`

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
export const findFont = (cluster: string, weight: Weight): FontName | null => {
  const codePoints = Array.from(cluster, (character) => character.codePointAt(0) ?? 0)
  for (const { name } of families) {
    const font: FontName = `${name}-${weight}`
    if (codePoints.every((codePoint) => openFont(font).hasGlyphForCodePoint(codePoint))) return font
  }
  return null
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What a person sees as one character each. */
export const clustersOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** The characters of a text that no font has, each once. */
export const findMissingCharacters = (text: string): string[] => [
  ...new Set(
    clustersOf(text).filter((cluster) => (['regular', 'bold'] as const).some((weight) => !findFont(cluster, weight))),
  ),
]
