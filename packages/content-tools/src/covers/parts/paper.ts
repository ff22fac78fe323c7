import { z } from 'zod'
import { mark, markNames } from '../marks.ts'
import { color, type Paint, type Part, placedPart } from '../part.ts'
import { circle, faded, moved, path, rect, stroke } from '../svg.ts'
import { kitePanels } from './air.ts'
import { bars } from './talk.ts'

/** A soft shadow, so that white paper is visible on every sky. */
const shade = (x: number, y: number, width: number, height: number, radius: number, ink: string) =>
  faded(rect(x + 5, y + 6, width, height, radius, ink), 0.16)

export const card: Part = placedPart(
  {
    lines: z.number().int().min(0).max(4).default(2),
    mark: z.enum([...markNames, 'picture']).default('none'),
    color: color('kite'),
  },
  ({ lines, mark: sign, color }, { tone }) => {
    const { base, deep, light } = tone(color)
    const picture = path('M-30 8L-12-12L2 2L14-8L30 8Z', tone('paper').base) + circle(18, -20, 6, tone('sun').light)
    return [
      shade(-50, -48, 100, 96, 12, tone('ink').deep),
      rect(-50, -48, 100, 96, 12, tone('paper').base),
      path('M-50-10V-36Q-50-48-38-48H38Q50-48 50-36V8H-50Z', base),
      path('M50-36V8H-20L42-47Q50-45 50-36Z', color === 'paper' ? light : deep),
      sign === 'picture' ? picture : mark(sign, 0, -20, 1.3, tone('paper').base),
      bars(-36, 20, 72, lines, 13, tone('ink').pale),
    ].join('')
  },
)

/** A sheet with lines and, at the bottom, a symbol, a seal or a signature. */
export const document: Part = placedPart(
  {
    lines: z.number().int().min(0).max(6).default(5),
    mark: z.enum([...markNames, 'seal', 'signature']).default('none'),
    color: color('kite'),
  },
  ({ lines, mark: sign, color }, { tone }) => {
    const { base, deep } = tone(color)
    const signs: Record<string, string> = {
      seal:
        path('M12 56L8 76L20 70L32 76L28 56Z', deep) + circle(20, 46, 15, base) + circle(20, 46, 7, tone('paper').base),
      signature:
        stroke('M-34 50C-22 24-20 60-12 46S0 40 2 48S14 38 18 46S30 42 34 40', base, 4.5) +
        rect(-36, 58, 72, 2.5, 1, tone('ink').pale),
      none: '',
    }
    return [
      shade(-50, -66, 100, 132, 9, tone('ink').deep),
      path('M-50-57Q-50-66-41-66H24L50-40V57Q50 66 41 66H-41Q-50 66-50 57Z', tone('paper').base),
      path('M50-24V57Q50 66 41 66H-41Q-46 66-48.500 63Z', tone('paper').pale),
      path('M24-66V-48Q24-40 32-40H50Z', tone('paper').deep),
      rect(-36, -50, 40, 9, 4.5, base),
      bars(-36, -30, 72, lines, 14, tone('ink').pale),
      signs[sign] ?? circle(22, 42, 20, base) + mark(sign as 'check', 22, 42, 0.95, tone('paper').base),
    ].join('')
  },
)

export const checklist: Part = placedPart(
  { count: z.number().int().min(2).max(5).default(4), checked: z.number().int().min(0).max(5).default(2) },
  ({ count, checked }, { tone }) => {
    const height = count * 27 + 18
    const top = -height / 2
    const rows = Array.from({ length: count }, (_, index) => {
      const y = top + 16 + index * 27
      const box =
        index < checked
          ? rect(-38, y, 17, 17, 5, tone('leaf').base) + mark('check', -29.5, y + 8.5, 0.55, tone('paper').base)
          : rect(-38, y, 17, 17, 5, tone('ink').pale) + rect(-35, y + 3, 11, 11, 3, tone('paper').base)
      return (
        box +
        rect(-12, y + 5, index % 2 === 0 ? 48 : 36, 7, 3.5, index < checked ? tone('leaf').light : tone('ink').pale)
      )
    })
    return [
      shade(-50, top, 100, height, 10, tone('ink').deep),
      rect(-50, top, 100, height, 10, tone('paper').base),
      rect(-20, top - 7, 40, 14, 5, tone('tail').base),
      ...rows,
    ].join('')
  },
)

export const table: Part = placedPart(
  {
    rows: z.number().int().min(2).max(5).default(4),
    columns: z.number().int().min(2).max(4).default(3),
    color: color('kite'),
  },
  ({ rows, columns, color }, { tone }) => {
    const { base, pale } = tone(color)
    const height = rows * 22 + 8
    const width = 92 / columns
    const cells = Array.from({ length: rows * columns }, (_, index) => {
      const row = Math.floor(index / columns)
      const x = -46 + (index % columns) * width
      const y = -height / 2 + 4 + row * 22
      return rect(
        x + 1.5,
        y + 1.5,
        width - 3,
        19,
        4,
        row === 0 ? base : (row + index) % 2 === 0 ? pale : tone('paper').deep,
      )
    })
    return [
      shade(-50, -height / 2, 100, height, 9, tone('ink').deep),
      rect(-50, -height / 2, 100, height, 9, tone('paper').base),
      ...cells,
    ].join('')
  },
)

export const chart: Part = placedPart({ kind: z.enum(['bars', 'line']).default('bars') }, ({ kind }, { tone }) => {
  const heights = [26, 44, 36, 64]
  const tones = ['kite', 'tail', 'sun', 'leaf'] as const
  const columns = heights.map((height, index) =>
    rect(-38 + index * 20, 32 - height, 15, height, 4, tone(tones[index] ?? 'kite').base),
  )
  const line = stroke('M-36 22L-14-2L6 8L36-30', tone('kite').base, 6) + circle(36, -30, 8, tone('tail').base)
  return [
    shade(-50, -48, 100, 96, 10, tone('ink').deep),
    rect(-50, -48, 100, 96, 10, tone('paper').base),
    ...(kind === 'bars' ? columns : [line]),
    rect(-40, 34, 80, 3, 1.5, tone('ink').pale),
  ].join('')
})

const photoViews: Record<'hills' | 'kite' | 'cup', (paint: Paint) => string> = {
  hills: ({ tone }) =>
    rect(-42, 16, 84, 12, 2, tone('leaf').deep) +
    circle(18, -26, 11, tone('sun').base) +
    path('M-42 18V0L-14-28L10 0L22-10L42 8V18Z', tone('leaf').base),
  kite: ({ tone }) =>
    rect(-42, 16, 84, 12, 2, tone('leaf').deep) +
    moved(kitePanels(tone('kite').base, tone('kite').light, tone('tail').base, tone('sun').base), 2, -16, 0.46, 24),
  cup: ({ tone }) =>
    path('M-42 8H42V25Q42 28 39 28H-39Q-42 28-42 25Z', tone('tail').base) +
    stroke('M20-18C38-20 38 6 16 4', tone('kite').base, 6) +
    path('M-24-26H22V-4Q22 14 4 14H-6Q-24 14-24-4Z', tone('kite').base) +
    path('M22-26V-4Q22 14 4 14H-6L14-26Z', tone('kite').deep),
}

/** An instant photo. */
export const photo: Part = placedPart({ kind: z.enum(['hills', 'kite', 'cup']).default('hills') }, ({ kind }, paint) =>
  [
    shade(-50, -56, 100, 112, 5, paint.tone('ink').deep),
    rect(-50, -56, 100, 112, 5, paint.tone('paper').base),
    rect(-42, -48, 84, 76, 3, kind === 'cup' ? paint.tone('sun').light : paint.tone('kite').pale),
    photoViews[kind](paint),
    rect(-34, 37, 44, 5, 2.5, paint.sky.facet),
  ].join(''),
)
