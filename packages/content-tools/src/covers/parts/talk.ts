import { z } from 'zod'
import { mark, markNames } from '../marks.ts'
import { color, type Part, placedPart } from '../part.ts'
import { circle, faded, moved, path, rect } from '../svg.ts'

const side = z.enum(['left', 'right']).default('left')

/** Lines of text as bars; the last one is shorter. */
export function bars(x: number, y: number, width: number, count: number, gap: number, fill: string): string {
  const lengths = [1, 0.86, 0.94, 0.7, 0.9, 0.8]
  return Array.from({ length: count }, (_, index) => {
    const share = index === count - 1 && count > 1 ? 0.56 : (lengths[index % lengths.length] ?? 1)
    return rect(x, y + index * gap, width * share, Math.min(gap * 0.46, 6), 3, fill)
  }).join('')
}

export const bubble: Part = placedPart(
  {
    dots: z.number().int().min(0).max(5).default(0),
    lines: z.number().int().min(0).max(5).default(0),
    mark: z.enum(markNames).default('none'),
    side,
    color: color('kite'),
  },
  ({ dots, lines, mark: sign, side, color }, { tone }) => {
    const { base, deep } = tone(color)
    const inside = color === 'paper' ? tone('kite').base : tone('paper').base
    const tail = path('M-30 24L-38 48L-4 28Z', base)
    const height = lines > 3 ? 72 : 62
    const top = 30 - height
    return [
      side === 'left' ? tail : `<g transform="scale(-1 1)">${tail}</g>`,
      rect(-50, top, 100, height, 18, base),
      path(`M50 ${top + 22}V12Q50 30 32 30H-32Q-46 30-49 18Z`, deep),
      ...Array.from({ length: dots }, (_, index) =>
        circle((index - (dots - 1) / 2) * 24, top + height / 2, 7.5, inside),
      ),
      lines > 0
        ? bars(-34, top + 13 + (lines === 1 ? 12 : lines === 2 ? 6 : 0), 68, lines, lines > 3 ? 11 : 14, inside)
        : '',
      mark(sign, 0, top + height / 2, 1.5, inside),
    ].join('')
  },
)

/** Blanks below each other; the first ones are filled, each in another color. */
export const blanks: Part = placedPart(
  { filled: z.number().int().min(0).max(6).default(0), count: z.number().int().min(2).max(6).default(5) },
  ({ filled, count }, { tone }) => {
    const tones = ['kite', 'tail', 'sun', 'leaf', 'ink', 'kite'] as const
    const gap = 25
    return Array.from({ length: count }, (_, index) => {
      const y = (index - count / 2) * gap
      const own = tone(tones[index] ?? 'kite')
      const field = rect(-50, y, 100, 19, 9.5, index < filled ? own.base : tone('paper').base)
      if (index >= filled) return field + rect(-40, y + 8, 28, 3.5, 1.7, tone('ink').pale)
      return (
        field +
        path(`M-40 ${y + 19}H40.5A9.5 9.5 0 0 0 46 ${y + 2}Z`, own.deep) +
        mark('check', -37, y + 9.5, 0.5, tone('paper').base)
      )
    }).join('')
  },
)

/** Word tiles in a row; the last one is empty. */
export const tiles: Part = placedPart({ count: z.number().int().min(2).max(6).default(4) }, ({ count }, { tone }) => {
  const width = 100 / count
  const own = width - 3
  const colors = ['kite', 'leaf', 'tail', 'kite', 'leaf'] as const
  return Array.from({ length: count }, (_, index) => {
    const x = -50 + index * width
    const { base, deep } = tone(colors[index % colors.length] ?? 'kite')
    if (index === count - 1)
      return (
        rect(x, -own / 2, own, own, 5, tone('paper').base) +
        mark('question', x + own / 2, 0, own / 42, tone('kite').base)
      )
    return (
      rect(x, -own / 2, own, own, 5, base) +
      path(
        `M${x + 2} ${own / 2}H${x + own - 4}Q${x + own} ${own / 2} ${x + own} ${own / 2 - 4}V${-own / 2 + 2}Z`,
        deep,
      ) +
      rect(x + own * 0.22, -own * 0.08, own * 0.56, own * 0.16, own * 0.08, tone('paper').base)
    )
  }).join('')
})

/** A phone with a conversation. */
export const phone: Part = placedPart(
  { bubbles: z.number().int().min(0).max(4).default(2), color: color('ink') },
  ({ bubbles, color }, { tone }) => {
    const talk = Array.from({ length: bubbles }, (_, index) => {
      const isOwn = index % 2 === 0
      const y = -62 + index * 34
      const { base } = tone(isOwn ? 'kite' : 'tail')
      return rect(isOwn ? -16 : -38, y, 54, 26, 9, base) + bars(isOwn ? -7 : -29, y + 8, 34, 2, 8, tone('paper').base)
    })
    return [
      rect(-50, -92, 100, 184, 18, tone(color).base),
      rect(-43, -82, 86, 158, 10, tone('paper').base),
      path('M43-60V66Q43 76 33 76H-33Q-40 76-42 70Z', tone('paper').deep),
      ...talk,
      faded(rect(-14, 81, 28, 5, 2.5, tone('paper').base), 0.7),
    ].join('')
  },
)

const blade = (fill: string) => path('M-4 4L34-62Q42-58 40-48L8 10Z', fill)

export const scissors: Part = placedPart({ color: color('tail') }, ({ color }, { tone, sky }) => {
  const { base, deep } = tone(color)
  const ring = (fill: string) =>
    circle(-20, 38, 20, fill) + circle(-20, 38, 10, sky.facet) + path('M-16 22L2 0L12 8L0 30Z', fill)
  return [
    `<g transform="scale(-1 1)">${blade(tone('paper').deep)}${ring(deep)}</g>`,
    blade(tone('paper').base),
    ring(base),
    circle(0, 2, 4.5, tone('ink').base),
  ].join('')
})

const loop = (d: string, fill: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${fill}" stroke-width="${width}" stroke-linecap="round"/>`

/** A knotted string. */
export const tangle: Part = placedPart({ color: color('kite') }, ({ color }, { tone }) => {
  const { base, light } = tone(color)
  return [
    loop('M-50 42C-20 52 40 40 34 4S-22-46-32-12S-2 36 20 16S10-30-12-20S-24 18 0 22', base, 6),
    loop('M-30 10C-40-30 20-50 40-22S30 44-4 36S-34 0-10-6S22-14 26 6', light, 6),
    loop('M8-2C-8-14-22 8-8 16S44 30 50 46', tone('tail').base, 6),
    moved(path('M0 0L-9-7V7ZM0 0L9-7V7Z', tone('sun').base), 46, 40, 1, 40),
  ].join('')
})
