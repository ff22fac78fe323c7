import { palette } from './page.ts'
import type { Pen } from './pen.ts'

/** The four panels of the logo, in a square of 32. */
export const panels = [
  { path: 'M18 2 7 12h11z', color: palette.markTopLeft },
  { path: 'M18 2v10h9z', color: palette.kite },
  { path: 'M7 12h11v12z', color: palette.markBottomLeft },
  { path: 'M18 12h9l-9 12z', color: palette.tail },
] as const

export const tail = 'M18 24c-1 3-4 1-6 3s-4 3-6 2'

/** `size` is the side length in points. */
export function drawMark({ doc }: Pen, { x, y, size }: { x: number; y: number; size: number }): void {
  doc
    .save()
    .translate(x, y)
    .scale(size / 32)
  for (const { path, color } of panels) doc.path(path).fill(color)
  doc.path(tail).lineWidth(2).lineCap('round').stroke(palette.kite)
  doc.restore()
}

type Point = { x: number; y: number }

/** The string as two cubic curves: from the left edge, and up to the tip of the kite. */
const start = 'M-10 488C120 436 265 440 400 464'
const upwards: [Point, Point, Point, Point] = [
  { x: 400, y: 464 },
  { x: 580, y: 496 },
  { x: 706, y: 390 },
  { x: 734.5, y: 219 },
]

const bows = [
  { along: 0.24, color: palette.tail },
  { along: 0.43, color: palette.kite },
  { along: 0.62, color: palette.sun },
  { along: 0.81, color: palette.tail },
] as const

/** A point on the upper curve, and the direction there in degrees. */
const placeAt = (along: number): Point & { angle: number } => {
  const [p0, p1, p2, p3] = upwards
  const rest = 1 - along
  const mix = (axis: 'x' | 'y') =>
    rest ** 3 * p0[axis] + 3 * rest ** 2 * along * p1[axis] + 3 * rest * along ** 2 * p2[axis] + along ** 3 * p3[axis]
  const slope = (axis: 'x' | 'y') =>
    rest ** 2 * (p1[axis] - p0[axis]) + 2 * rest * along * (p2[axis] - p1[axis]) + along ** 2 * (p3[axis] - p2[axis])
  return { x: mix('x'), y: mix('y'), angle: (Math.atan2(slope('y'), slope('x')) * 180) / Math.PI }
}

export function drawKite({ doc }: Pen): void {
  const [, p1, p2, p3] = upwards
  const rise = [p1, p2, p3].map(({ x, y }) => `${x} ${y}`).join(' ')
  doc.path(`${start}C${rise}`).lineWidth(1.5).stroke(palette.string)
  for (const { along, color } of bows) {
    const { x, y, angle } = placeAt(along)
    doc.save().translate(x, y).rotate(angle)
    doc.path('M0 0 -9 -5v10z').fill(color)
    doc.path('M0 0 9 -5v10z').fill(color)
    doc.restore()
  }
  doc.save().translate(745, 150).rotate(14).scale(6.4).translate(-17, -13)
  for (const { path, color } of panels) doc.path(path).fill(color)
  doc.restore()
}
