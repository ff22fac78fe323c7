import { languageDetails, textLanguageOf } from '@kitewise/rules/language'
import { renderAsync } from '@resvg/resvg-js'
import { certificateTexts } from '../certificate-texts.ts'
import { panels, tail } from '../pdf/draw-kite.ts'
import { palette } from '../pdf/page.ts'
import {
  fitText,
  type FittedText,
  measureRun,
  outlinesOf,
  splitRuns,
  type Style,
  type Weight,
} from '../pdf/text-layout.ts'

export type PreviewPaper = { name: string; courseName: string; language: string; brandName: string }

/** The size that link previews ask for. */
export const previewSize = { width: 1200, height: 630 }

/** The certificate as a PNG for link previews: the PDF's words and kite, without its numbers. */
export async function renderPreview(paper: PreviewPaper): Promise<Buffer> {
  // The words are outlines, so no font of the machine is needed.
  const image = await renderAsync(drawPreview(paper), { font: { loadSystemFonts: false } })
  return image.asPng()
}

const left = 76
const textWidth = 760
const nameSteps: [number, number][] = [
  [72, 1],
  [60, 1],
  [48, 2],
  [36, 2],
  [28, 3],
]
const courseSteps: [number, number][] = [
  [44, 1],
  [38, 2],
  [30, 2],
  [24, 3],
]
const leading = 1.22

const drawPreview = ({ name, courseName, language, brandName }: PreviewPaper): string => {
  const texts = certificateTexts(language)
  const box = { width: textWidth, locale: languageDetails[textLanguageOf(texts.language)].bcp47 }
  const fit = (text: string, weight: Weight, ...steps: [number, number][]): FittedText =>
    fitText(text, { steps, weight }, box, measureRun)
  const parts = [
    { color: palette.tailText, gap: 34, text: fit(texts.heading, 'bold', [32, 1], [26, 2]) },
    { color: palette.inkSoft, gap: 4, text: fit(texts.givenTo, 'regular', [24, 2]) },
    { color: palette.ink, gap: 30, text: fit(name, 'bold', ...nameSteps) },
    { color: palette.inkSoft, gap: 4, text: fit(texts.completed, 'regular', [24, 2]) },
    { color: palette.kite, gap: 0, text: fit(courseName, 'bold', ...courseSteps) },
  ]
  const height = parts.reduce((sum, { text, gap }) => sum + heightOf(text) + gap, 0)
  let top = 118 + Math.max(0, (452 - height) / 2)
  const words = parts.map(({ color, gap, text }) => {
    const drawn = text.lines.map((line, index) =>
      drawLine(line, text.style, color, left, top + text.style.size + index * text.style.size * leading),
    )
    top += heightOf(text) + gap
    return drawn.join('')
  })
  const brand = drawLine(brandName, { size: 32, weight: 'bold' }, palette.ink, left + 62, 87)
  const { width, height: tall } = previewSize
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${tall}" width="${width}" height="${tall}">
<rect width="${width}" height="${tall}" fill="${palette.paper}"/>${kite}${mark}${brand}${words.join('')}</svg>`
}

const heightOf = ({ lines, style }: FittedText): number => lines.length * style.size * leading

const drawLine = (line: string, { size, weight }: Style, color: string, from: number, baseline: number): string => {
  let x = from
  return splitRuns(line, weight)
    .map((run) => {
      const { unitsPerEm, glyphs } = outlinesOf(run)
      const scale = size / unitsPerEm
      const paths = glyphs.map((glyph) => `<path transform="translate(${glyph.x} 0)" d="${glyph.path}"/>`).join('')
      const drawn = `<g fill="${color}" transform="translate(${x} ${baseline}) scale(${scale} ${-scale})">${paths}</g>`
      x += measureRun(run, size)
      return drawn
    })
    .join('')
}

const panelPaths = panels.map(({ path, color }) => `<path d="${path}" fill="${color}"/>`).join('')

const mark = `<g transform="translate(${left - 12} 44) scale(1.9)">${panelPaths}<path d="${tail}" fill="none" stroke="${palette.kite}" stroke-width="2" stroke-linecap="round"/></g>`

const bows = [
  { at: 'translate(904 562) rotate(-28)', color: palette.tail },
  { at: 'translate(969 508) rotate(-52)', color: palette.sun },
  { at: 'translate(1007 435) rotate(-72)', color: palette.kite },
]
  .map(({ at, color }) => `<path transform="${at}" d="M0 0-15-9V9zM0 0 15-9V9z" fill="${color}"/>`)
  .join('')

const kite = `<path d="M-10 622C300 560 600 612 776 596 916 584 1006 520 1023 358" fill="none" stroke="${palette.string}" stroke-width="4"/>${bows}<g transform="translate(1006 60) rotate(12) scale(13) translate(-12 -2)">${panelPaths}</g>`
