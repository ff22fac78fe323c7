import { z } from 'zod'
import { color, type Paint, type Part, placedPart, point, unit, wholePart } from '../part.ts'
import { circle, faded, moved, path, rect, short, stroke } from '../svg.ts'

const sag = (fromX: number, fromY: number, toX: number, toY: number) =>
  `M${short(fromX)} ${short(fromY)}Q${short((fromX + toX) / 2 + (toY - fromY) * 0.12)} ${short(Math.max(fromY, toY) - Math.abs(toY - fromY) * 0.12)} ${short(toX)} ${short(toY)}`

/** The logo's four panels and cross of spars, upright, 80 wide and 120 high. */
export function kitePanels(left: string, right: string, lowerLeft: string, lowerRight: string): string {
  return [
    path('M0-60L-40-14H0Z', left),
    path('M0-60L40-14H0Z', right),
    path('M-40-14H0V60Z', lowerLeft),
    path('M40-14H0V60Z', lowerRight),
  ].join('')
}

const bow = (x: number, y: number, turn: number, fill: string) =>
  moved(path('M0 0L-9-6V6ZM0 0L9-6V6Z', fill), x, y, 1, turn)

function kiteTail({ tone }: Paint): string {
  return [
    stroke('M0 60C-4 74 16 76 12 90S-8 100-4 114', tone('paper').base, 3),
    bow(11, 80, 20, tone('sun').base),
    bow(-2, 106, -24, tone('tail').base),
  ].join('')
}

/** The logo: a kite with a short tail. `to` is the end of its string. */
export const kite: Part = placedPart(
  { to: point.optional() },
  (_, paint) => {
    const { tone } = paint
    const panels = kitePanels(tone('kite').base, tone('kite').light, tone('tail').base, tone('sun').base)
    return moved(`${kiteTail(paint)}${panels}`, 0, 0, 0.9, 24)
  },
  ({ x, y, size, to }, { tone }) => {
    if (!to) return ''
    const lowX = x * unit - size * unit * 0.02
    const lowY = y * unit + size * unit * 0.06
    return stroke(sag(lowX, lowY, to.x * unit, to.y * unit), tone('paper').base, 3)
  },
)

/** A loose string with evenly spaced knots. */
export const string: Part = wholePart(
  { from: point, to: point, knots: z.number().int().min(0).max(8).default(0), color: color('paper') },
  ({ from, to, knots, color }, { tone }) => {
    const [ax, ay, bx, by] = [from.x * unit, from.y * unit, to.x * unit, to.y * unit]
    const [cx, cy] = [(ax + bx) / 2 + (by - ay) * 0.12, Math.max(ay, by) - Math.abs(by - ay) * 0.12]
    const dots = Array.from({ length: knots }, (_, index) => {
      const t = (index + 1) / (knots + 1)
      const on = (a: number, c: number, b: number) => (1 - t) ** 2 * a + 2 * t * (1 - t) * c + t * t * b
      return circle(on(ax, cx, bx), on(ay, cy, by), 7, tone(index % 2 === 0 ? 'tail' : 'sun').base)
    })
    return [stroke(sag(ax, ay, bx, by), tone(color).base, 3), ...dots].join('')
  },
)

export const sun: Part = placedPart({ kind: z.enum(['sun', 'moon']).default('sun') }, ({ kind }, { tone, sky }) =>
  kind === 'moon'
    ? path('M18-46A48 48 0 1 0 46 22A40 40 0 1 1 18-46Z', tone('sun').light)
    : [
        faded(circle(0, 0, 66, sky.facet), 0.7),
        circle(0, 0, 48, tone('sun').base),
        path('M0-48A48 48 0 0 1 0 48Z', tone('sun').light),
      ].join(''),
)

export const cloud: Part = placedPart({}, (_, { tone }) =>
  faded(
    path('M-30 24A20 20 0 0 1-34-14A28 28 0 0 1 16-22A22 22 0 0 1 34 24Z', tone('paper').light) +
      path('M-30 24A20 20 0 0 1-50 4H50A20 20 0 0 1 34 24Z', tone('paper').deep),
    0.92,
  ),
)

export const wind: Part = placedPart({ color: color('paper') }, ({ color }, { tone }) =>
  [
    stroke('M-50-6H14C34-6 34-32 16-30', tone(color).base, 6),
    stroke('M-34 12H34C56 12 54 38 34 34', tone(color).base, 6),
    stroke('M-20 30H4', tone(color).base, 6),
  ].join(''),
)

const sparks = [
  [-36, -18, 1],
  [18, -34, 0.7],
  [42, 8, 0.9],
  [-8, 20, 0.6],
  [-46, 34, 0.7],
  [26, 36, 0.5],
  [-12, -46, 0.5],
]

export const stars: Part = placedPart(
  { count: z.number().int().min(1).max(7).default(5), color: color('paper') },
  ({ count, color }, { tone }) =>
    sparks
      .slice(0, count)
      .map(([x = 0, y = 0, scale = 1]) =>
        moved(path('M0-16Q2-2 16 0Q2 2 0 16Q-2 2-16 0Q-2-2 0-16Z', tone(color).base), x, y, scale),
      )
      .join(''),
)

/** Stairs, rising to the right. */
export const steps: Part = placedPart(
  { count: z.number().int().min(2).max(5).default(3), color: color('kite') },
  ({ count, color }, { tone }) => {
    const width = 100 / count
    return Array.from({ length: count }, (_, index) => {
      const height = ((index + 1) * 80) / count
      const x = -50 + index * width
      return (
        rect(x, 40 - height, width + 0.5, height, 0, tone(color).base) +
        rect(x, 40 - height, width + 0.5, 9, 0, tone(color).light)
      )
    }).join('')
  },
)
