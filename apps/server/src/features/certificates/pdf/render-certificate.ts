import PdfKitDocument from 'pdfkit'
import { wordsOf, type CertificatePaper } from './certificate-paper.ts'
import { drawCheck } from './draw-check.ts'
import { drawFoot } from './draw-foot.ts'
import { drawKite, drawMark } from './draw-kite.ts'
import { drawStatement } from './draw-statement.ts'
import { fontFiles } from './fonts.ts'
import { left, page, type Tell } from './page.ts'
import { palette } from './palette.ts'
import { createPen, type Pen } from './pen.ts'

/**
 * A certificate as a PDF: one page of A4, every font embedded with just the glyphs it needs, tagged for screen readers. The same paper
 * gives the same bytes.
 */
export const renderCertificate = async (paper: CertificatePaper): Promise<Buffer> => {
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
