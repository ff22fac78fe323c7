import { encode } from 'uqr'
import { palette } from './palette.ts'
import type { Pen } from './pen.ts'

/** Light around the code, in modules, as ISO/IEC 18004 asks. */
const quietZone = 4

/** A QR code on a white card. @param size the card's side in points */
export const drawQr = ({ doc }: Pen, text: string, { x, y, size }: { x: number; y: number; size: number }): void => {
  const { data } = encode(text, { ecc: 'M', border: 0 })
  const module = size / (data.length + 2 * quietZone)
  doc.roundedRect(x, y, size, size, 10).lineWidth(0.75).fillAndStroke(palette.surface, palette.line)
  for (const [row, modules] of data.entries())
    for (const [column, isDark] of modules.entries())
      if (isDark) doc.rect(x + (column + quietZone) * module, y + (row + quietZone) * module, module, module)
  doc.fill(palette.ink)
}
