import { wordsOf, type CertificatePaper } from './certificate-paper.ts'
import { drawQr } from './draw-qr.ts'
import { breakLines } from './lay-out-text.ts'
import { left, page, type Tell } from './page.ts'
import { palette } from './palette.ts'
import { centred, type Pen } from './pen.ts'

const qr = { x: page.width - left - 108, y: 402, size: 108 }

/** The code that leads to the public page, and what it is for. */
export const drawCheck = (pen: Pen, tell: Tell, paper: CertificatePaper): void => {
  const { texts, locale } = wordsOf(paper)
  const style = { size: 9.5, weight: 'regular' } as const
  const box = { width: qr.size + 44, locale }
  tell('Figure', () => drawQr(pen, paper.checkUrl, qr), `${texts.check}: ${paper.checkUrl}`)
  pen.doc.link(qr.x, qr.y, qr.size, qr.size, paper.checkUrl)
  tell('P', () => {
    for (const [index, line] of breakLines(texts.check, style, box, pen.measure).entries()) {
      const x = centred(pen, line, style, qr.x + qr.size / 2)
      pen.line(line, { x, y: qr.y + qr.size + 15 + index * 12 }, { ...style, color: palette.inkSoft })
    }
  })
}
