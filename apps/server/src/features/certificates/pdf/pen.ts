import type PdfKitDocument from 'pdfkit'
import { type FittedText, fontFiles, type Measure, splitRuns, type Style, widthOf } from './text-layout.ts'

type Document = InstanceType<typeof PdfKitDocument>

export type Pen = {
  doc: Document
  measure: Measure
  /** Draws one line with its baseline at `y`. */
  line: (text: string, at: { x: number; y: number }, style: Style & { color: string }) => void
}

/** Line height as a multiple of the font size. */
const leading = 1.24

/** Height in points. */
export function heightOf({ lines, style }: FittedText): number {
  return lines.length * style.size * leading
}

/** Writes to a document in our fonts, each run of a text in the font that has its glyphs. */
export function createPen(doc: Document): Pen {
  for (const [name, path] of fontFiles) doc.registerFont(name, path)
  const measure: Measure = ({ font, text }, size) => doc.font(font, size).widthOfString(text)
  return {
    doc,
    measure,
    line: (text, { x, y }, { size, weight, color }) => {
      let left = x
      for (const run of splitRuns(text, weight)) {
        doc.fillColor(color).font(run.font, size).text(run.text, left, y, { lineBreak: false, baseline: 'alphabetic' })
        left += measure(run, size)
      }
    },
  }
}

export function centered(pen: Pen, text: string, style: Style, center: number): number {
  return center - widthOf(text, style, pen.measure) / 2
}

/** `at` is the start of the first baseline. */
export function drawLines(pen: Pen, { lines, style }: FittedText, at: { x: number; y: number; color: string }): void {
  for (const [index, line] of lines.entries())
    pen.line(line, { x: at.x, y: at.y + index * style.size * leading }, { ...style, color: at.color })
}
