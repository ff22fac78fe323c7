import { z } from 'zod'
import { color, type Part, placedPart } from '../part.ts'
import { circle, faded, moved, path, rect, stroke } from '../svg.ts'
import { kitePanels } from './air.ts'
import { bars } from './talk.ts'

/** Closed, or with a letter coming out. */
export const envelope: Part = placedPart(
  { open: z.boolean().default(false), color: color('paper') },
  ({ open, color }, { tone }) => {
    const { base, deep, pale } = tone(color)
    const seal = color === 'tail' ? tone('sun').base : tone('tail').base
    const letter = rect(-38, -60, 76, 80, 5, tone('paper').light) + bars(-28, -48, 56, 3, 12, tone('kite').light)
    return [
      faded(rect(-45, -26, 100, 66, 8, tone('ink').deep), 0.16),
      open ? path('M-50-22L-5-62Q0-66 5-62L50-22Z', deep) + letter : '',
      path('M-50-24L0 12L50-24V26Q50 34 42 34H-42Q-50 34-50 26Z', base),
      path('M50-24L14 2L-46 33Q-44 34-42 34H42Q50 34 50 26Z', color === 'paper' ? pale : deep),
      open ? '' : rect(-50, -32, 100, 40, 8, base),
      open ? '' : path('M-42-32H42Q50-32 48-25L6 9Q0 14-6 9L-48-25Q-50-32-42-32Z', deep) + circle(0, 4, 10, seal),
    ].join('')
  },
)

/** The written side: lines, an address, a stamp with a kite. */
export const postcard: Part = placedPart({}, (_, { tone }) =>
  [
    faded(rect(-46, -28, 100, 68, 4, tone('ink').deep), 0.16),
    rect(-50, -34, 100, 68, 4, tone('paper').base),
    path('M50-20V30Q50 34 46 34H-46Z', tone('paper').pale),
    bars(-42, -22, 36, 4, 11, tone('kite').light),
    rect(2, -26, 1.6, 52, 0.8, tone('ink').pale),
    rect(22, -28, 22, 26, 2, tone('sun').light),
    moved(kitePanels(tone('kite').base, tone('kite').light, tone('tail').base, tone('sun').deep), 33, -15, 0.17, 20),
    stroke('M8-20q5-4 10 0M8-14q5-4 10 0M8-8q5-4 10 0', tone('tail').base, 1.8),
    rect(10, 6, 34, 3.5, 1.7, tone('ink').pale),
    rect(10, 15, 34, 3.5, 1.7, tone('ink').pale),
    rect(10, 24, 22, 3.5, 1.7, tone('ink').pale),
  ].join(''),
)

/** An open book, or a stack of three. */
export const book: Part = placedPart(
  { kind: z.enum(['open', 'stack']).default('open'), color: color('tail') },
  ({ kind, color }, { tone }) => {
    const { base, deep } = tone(color)
    if (kind === 'stack') {
      const one = (x: number, y: number, width: number, own: { base: string; deep: string }) =>
        rect(x, y, width, 22, 5, own.base) +
        path(
          `M${x + 14} ${y + 5}H${x + width}V${y + 17}H${x + 14}Q${x + 8} ${y + 11} ${x + 14} ${y + 5}Z`,
          tone('paper').base,
        ) +
        rect(x + 14, y + 10, width - 14, 2, 0, tone('paper').deep) +
        rect(x, y + 17, width, 5, 2.5, own.deep)
      return [
        one(-50, 18, 100, tone('kite')),
        one(-42, -5, 84, { base, deep }),
        one(-46, -28, 88, tone('leaf')),
        one(-32, -51, 68, tone('sun')),
      ].join('')
    }
    return [
      path('M-50-30H50V38H-50Z', base),
      path('M-50 30H50V38H-50Z', deep),
      path('M0-26C-14-40-34-40-46-34V28C-34 22-14 22 0 34Z', tone('paper').base),
      path('M0-26C14-40 34-40 46-34V28C34 22 14 22 0 34Z', tone('paper').deep),
      bars(-38, -22, 30, 4, 11, tone('ink').pale),
      bars(9, -22, 30, 4, 11, tone('ink').pale),
    ].join('')
  },
)
