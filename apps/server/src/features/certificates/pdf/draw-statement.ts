import { wordsOf, type CertificatePaper } from './certificate-paper.ts'
import type { Weight } from './fonts.ts'
import { fitText, type FittedText } from './lay-out-text.ts'
import { left, type Tell } from './page.ts'
import { palette } from './palette.ts'
import { drawLines, heightOf, type Pen } from './pen.ts'

const textWidth = 548
const nameSteps: [number, number][] = [
  [46, 1],
  [40, 1],
  [34, 1],
  [34, 2],
  [28, 2],
  [22, 2],
  [18, 3],
]
const courseSteps: [number, number][] = [
  [30, 1],
  [26, 1],
  [26, 2],
  [22, 2],
  [18, 3],
]

/** Heading, name and course, one under the other in the middle of their space. */
export const drawStatement = (pen: Pen, tell: Tell, paper: CertificatePaper): void => {
  const { texts, locale } = wordsOf(paper)
  const box = { width: textWidth, locale }
  const fit = (text: string, weight: Weight, ...steps: [number, number][]): FittedText =>
    fitText(text, { steps, weight }, box, pen.measure)
  const parts = [
    { tag: 'H1', color: palette.tailText, gap: 34, text: fit(texts.heading, 'bold', [22, 1], [18, 2]) },
    { tag: 'P', color: palette.inkSoft, gap: 6, text: fit(texts.givenTo, 'regular', [14, 2]) },
    { tag: 'P', color: palette.ink, gap: 26, text: fit(paper.name, 'bold', ...nameSteps) },
    { tag: 'P', color: palette.inkSoft, gap: 6, text: fit(texts.completed, 'regular', [14, 2]) },
    { tag: 'P', color: palette.kite, gap: 0, text: fit(paper.courseName, 'bold', ...courseSteps) },
  ] as const
  const height = parts.reduce((sum, { text, gap }) => sum + heightOf(text) + gap, 0)
  let top = 104 + Math.max(0, (300 - height) / 2)
  for (const { tag, color, gap, text } of parts) {
    const start = top
    tell(tag, () => drawLines(pen, text, { x: left, y: start + text.style.size, color }))
    top += heightOf(text) + gap
  }
}
