import PdfKitDocument from 'pdfkit'
import { dateInSentence } from '@kitewise/rules/date-text'
import { languageDetails, textLanguageOf } from '@kitewise/rules/language'
import { certificateTexts } from '../certificate-texts.ts'
import { drawKite, drawMark } from './draw-kite.ts'
import { drawQr } from './draw-qr.ts'
import { fontFiles, type Weight } from './fonts.ts'
import { breakLines, fitText, type FittedText } from './lay-out-text.ts'
import { palette } from './palette.ts'
import { centred, createPen, heightOf, leading, type Pen } from './pen.ts'

/** What stands on a certificate. */
export type CertificatePaper = {
  id: string
  name: string
  courseName: string
  /** A text set's code. */
  language: string
  /** YYYY-MM-DD. */
  issuedOn: string
  issuedAt: Date
  brand: { name: string; company: string }
  /** The absolute address where anybody may check it. */
  checkUrl: string
}

const page = { width: 841.89, height: 595.28 }
const left = 64
const textWidth = 548
const fieldWidth = 170
const qr = { x: page.width - left - 108, y: 402, size: 108 }

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

/** Draws something that a screen reader is told of. */
type Tell = (tag: 'H1' | 'P' | 'Figure', draw: () => void, alt?: string) => void

/**
 * A certificate as a PDF: one page of A4, every font embedded with just the glyphs it needs, tagged for screen readers. The same paper
 * gives the same bytes.
 */
export const renderCertificate = async (paper: CertificatePaper): Promise<Buffer> => {
  const texts = certificateTexts(paper.language)
  const doc = new PdfKitDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    font: fontFiles.get('manrope-regular'),
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: languageDetails[textLanguageOf(texts.language)].bcp47,
    info: {
      Title: `${texts.heading}: ${paper.courseName}`,
      Author: paper.brand.company,
      CreationDate: paper.issuedAt,
      ModDate: paper.issuedAt,
    },
  })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  drawPage(createPen(doc), paper)
  doc.end()
  return done
}

const drawPage = (pen: Pen, paper: CertificatePaper): void => {
  const { doc } = pen
  const root = doc.struct('Document')
  doc.addStructure(root)
  const tell: Tell = (tag, draw, alt) => {
    root.add(doc.struct(tag, alt === undefined ? {} : { alt }, draw))
  }
  doc.markContent('Artifact', { type: 'Layout' })
  doc.rect(0, 0, page.width, page.height).fill(palette.paper)
  drawKite(pen)
  drawMark(pen, { x: left - 6, y: 50, size: 34 })
  doc.endMarkedContent()
  tell('P', () => pen.line(paper.brand.name, { x: left + 32, y: 74 }, { size: 18, weight: 'bold', color: palette.ink }))
  drawStatement(pen, tell, paper)
  drawFoot(pen, tell, paper)
  drawCheck(pen, tell, paper)
  root.end()
}

/** Heading, name and course, one under the other in the middle of their space. */
const drawStatement = (pen: Pen, tell: Tell, paper: CertificatePaper): void => {
  const texts = certificateTexts(paper.language)
  const locale = languageDetails[textLanguageOf(paper.language)].bcp47
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

/** @param at where the first line's baseline begins */
const drawLines = (pen: Pen, { lines, style }: FittedText, at: { x: number; y: number; color: string }): void => {
  for (const [index, line] of lines.entries())
    pen.line(line, { x: at.x, y: at.y + index * style.size * leading }, { ...style, color: at.color })
}

/** When, by whom, and the number. */
const drawFoot = (pen: Pen, tell: Tell, paper: CertificatePaper): void => {
  const texts = certificateTexts(paper.language)
  const locale = languageDetails[textLanguageOf(texts.language)].bcp47
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const seconds = Date.parse(`${paper.issuedOn}T00:00:00Z`) / 1000
  const date = locale === 'en' ? day.format(seconds * 1000) : dateInSentence(seconds, locale)
  const fields = [
    { label: texts.date, value: date, weight: 'bold' },
    { label: texts.issuer, value: paper.brand.company, weight: 'bold' },
    { label: texts.number, value: paper.id, weight: 'regular' },
  ] as const
  for (const [index, { label, value, weight }] of fields.entries())
    tell('P', () => {
      const x = left + index * fieldWidth
      pen.line(label, { x, y: 520 }, { size: 10, weight: 'regular', color: palette.inkSoft })
      const box = { width: index === 2 ? 2 * fieldWidth : fieldWidth - 12, locale }
      const steps: [number, number][] =
        weight === 'bold'
          ? [
              [12, 1],
              [10, 2],
            ]
          : [[9.5, 1]]
      const text = fitText(value, { steps, weight }, box, pen.measure)
      drawLines(pen, text, { x, y: 538, color: palette.ink })
    })
}

const drawCheck = (pen: Pen, tell: Tell, paper: CertificatePaper): void => {
  const { check, language } = certificateTexts(paper.language)
  const style = { size: 9.5, weight: 'regular' } as const
  const box = { width: qr.size + 44, locale: languageDetails[textLanguageOf(language)].bcp47 }
  tell('Figure', () => drawQr(pen, paper.checkUrl, qr), `${check}: ${paper.checkUrl}`)
  pen.doc.link(qr.x, qr.y, qr.size, qr.size, paper.checkUrl)
  tell('P', () => {
    for (const [index, line] of breakLines(check, style, box, pen.measure).entries()) {
      const x = centred(pen, line, style, qr.x + qr.size / 2)
      pen.line(line, { x, y: qr.y + qr.size + 15 + index * 12 }, { ...style, color: palette.inkSoft })
    }
  })
}
