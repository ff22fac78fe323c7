import { dateInSentence } from '@kitewise/rules/calendar-day'
import { languageDetails, textLanguageOf } from '@kitewise/rules/language'
import PdfKitDocument from 'pdfkit'
import { encode } from 'uqr'
import { certificateTexts, type CertificateTexts } from '../certificate-texts.ts'
import { drawKite, drawMark } from './draw-kite.ts'
import { left, page, palette, type Tell } from './page.ts'
import { centered, createPen, drawLines, heightOf, type Pen } from './pen.ts'
import { breakLines, type FittedText, fitText, fontFiles, type Weight } from './text-layout.ts'

/** One A4 page with subset fonts, tagged for screen readers. The same input gives the same bytes. */
export async function renderCertificate(paper: CertificatePaper): Promise<Buffer> {
  const { texts, locale } = wordsOf(paper)
  const doc = new PdfKitDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    font: fontFiles.get('manrope-regular'),
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: locale,
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

const drawStatement = (pen: Pen, tell: Tell, paper: CertificatePaper): void => {
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

const fieldWidth = 170
const valueSteps: [number, number][] = [
  [12, 1],
  [10, 2],
]
const numberSteps: [number, number][] = [[9.5, 1]]

/** Spells the month out, in English too: readers may use other date formats. @param day YYYY-MM-DD */
const dayText = (day: string, locale: string): string => {
  const atMs = Date.parse(`${day}T00:00:00Z`)
  if (locale !== 'en') return dateInSentence(atMs / 1000, locale)
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(atMs)
}

const drawFoot = (pen: Pen, tell: Tell, paper: CertificatePaper): void => {
  const { texts, locale } = wordsOf(paper)
  const fields = [
    { label: texts.date, value: dayText(paper.issuedOn, locale), weight: 'bold' },
    { label: texts.issuer, value: paper.brand.company, weight: 'bold' },
    { label: texts.number, value: paper.id, weight: 'regular' },
  ] as const
  for (const [index, { label, value, weight }] of fields.entries()) {
    const x = left + index * fieldWidth
    const box = { width: index === 2 ? 2 * fieldWidth : fieldWidth - 12, locale }
    const steps = weight === 'bold' ? valueSteps : numberSteps
    const text = fitText(value, { steps, weight }, box, pen.measure)
    tell('P', () => pen.line(label, { x, y: 520 }, { size: 10, weight: 'regular', color: palette.inkSoft }))
    tell('P', () => drawLines(pen, text, { x, y: 538, color: palette.ink }))
  }
}

const qr = { x: page.width - left - 108, y: 402, size: 108 }

const drawCheck = (pen: Pen, tell: Tell, paper: CertificatePaper): void => {
  const { texts, locale } = wordsOf(paper)
  const style = { size: 9.5, weight: 'regular' } as const
  const box = { width: qr.size + 44, locale }
  tell('Figure', () => drawQr(pen, paper.checkUrl, qr), `${texts.check}: ${paper.checkUrl}`)
  pen.doc.link(qr.x, qr.y, qr.size, qr.size, paper.checkUrl)
  tell('P', () => {
    for (const [index, line] of breakLines(texts.check, style, box, pen.measure).entries()) {
      const x = centered(pen, line, style, qr.x + qr.size / 2)
      pen.line(line, { x, y: qr.y + qr.size + 15 + index * 12 }, { ...style, color: palette.inkSoft })
    }
  })
}

/** Quiet zone around the code in modules, as ISO/IEC 18004 requires. */
const quietZone = 4

/** `size` is the side of the white card, in points. */
const drawQr = ({ doc }: Pen, text: string, { x, y, size }: { x: number; y: number; size: number }): void => {
  const { data } = encode(text, { ecc: 'M', border: 0 })
  const module = size / (data.length + 2 * quietZone)
  doc.roundedRect(x, y, size, size, 10).lineWidth(0.75).fillAndStroke(palette.surface, palette.line)
  for (const [row, modules] of data.entries())
    for (const [column, isDark] of modules.entries())
      if (isDark) doc.rect(x + (column + quietZone) * module, y + (row + quietZone) * module, module, module)
  doc.fill(palette.ink)
}

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
  /** Absolute URL of the public page that verifies it. */
  checkUrl: string
}

/** A certificate's texts, and the BCP 47 code of the language they are really in. */
const wordsOf = ({ language }: Pick<CertificatePaper, 'language'>): { texts: CertificateTexts; locale: string } => {
  const texts = certificateTexts(language)
  return { texts, locale: languageDetails[textLanguageOf(texts.language)].bcp47 }
}
