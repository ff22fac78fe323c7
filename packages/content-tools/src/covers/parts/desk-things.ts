import { z } from 'zod'
import { color, type Part, placedPart } from '../part.ts'
import { circle, ellipse, faded, path, rect, stroke } from '../svg.ts'

const lamps = ['green', 'yellow', 'red', 'all'] as const

/** Position and a ring also show which lamp is lit, not just the color. */
export const trafficlight: Part = placedPart({ lit: z.enum(lamps).default('all') }, ({ lit }, { tone }) => {
  const fills = { red: tone('tail').base, yellow: tone('sun').base, green: tone('leaf').light }
  const lamp = (name: 'red' | 'yellow' | 'green', y: number) => {
    const isLit = lit === 'all' || lit === name
    if (!isLit) return circle(0, y, 24, tone('ink').light)
    return (
      circle(0, y, 24, fills[name]) +
      faded(stroke(`M-13 ${y - 7}A15 15 0 0 1 0 ${y - 15}`, tone('paper').light, 4.5), 0.8)
    )
  }
  return [
    rect(-7, 90, 14, 50, 0, tone('ink').light),
    rect(-44, -98, 88, 196, 28, tone('ink').base),
    path('M44-40V70Q44 98 16 98H-16Q-30 98-38 86Z', tone('ink').deep),
    lamp('red', -60),
    lamp('yellow', 0),
    lamp('green', 60),
  ].join('')
})

export const magnifier: Part = placedPart({ color: color('kite') }, ({ color }, { tone }) => {
  const { base, deep } = tone(color)
  return [
    stroke('M16 20L42 50', deep, 14),
    circle(-10, -10, 40, base),
    circle(-10, -10, 31, tone('kite').pale),
    path('M12-32A31 31 0 0 1-32 12Z', tone('paper').light),
    stroke('M-31-14A22 22 0 0 1-14-31', tone('paper').base, 5),
  ].join('')
})

export const pencil: Part = placedPart({ color: color('sun') }, ({ color }, { tone }) => {
  const { base, deep, light } = tone(color)
  return [
    rect(-50, -11, 12, 22, 5, tone('tail').base),
    rect(-40, -11, 7, 22, 0, tone('ink').pale),
    rect(-33, -11, 56, 22, 0, base),
    rect(-33, -11, 56, 7, 0, light),
    rect(-33, 4, 56, 7, 0, deep),
    path('M23-11L50 0L23 11Z', '#F6CBA4'),
    path('M40-4.200L50 0L40 4.200Z', tone('ink').base),
  ].join('')
})

export const ruler: Part = placedPart({ color: color('sun') }, ({ color }, { tone }) => {
  const { base, deep } = tone(color)
  const ticks = Array.from({ length: 9 }, (_, index) =>
    rect(-42 + index * 10, -13, 2.4, index % 2 === 0 ? 12 : 7, 1, tone('ink').base),
  )
  return [rect(-50, -13, 100, 26, 4, base), path('M-50 6H50V9Q50 13 46 13H-46Q-50 13-50 9Z', deep), ...ticks].join('')
})

export const cup: Part = placedPart({ color: color('kite') }, ({ color }, { tone }) => {
  const { base, deep } = tone(color)
  return [
    faded(stroke('M-16-44C-24-56-6-60-14-74M8-44C0-56 18-60 10-74', tone('paper').base, 5), 0.9),
    stroke('M30-16C60-20 58 24 26 18', base, 10),
    path('M-40-32H38V6Q38 38 8 38H-10Q-40 38-40 6Z', base),
    path('M38-32V6Q38 38 8 38H-10L22-32Z', deep),
    ellipse(-1, -32, 39, 7, tone('ink').base),
    rect(-46, 40, 92, 7, 3.5, tone('paper').base),
  ].join('')
})

export const clock: Part = placedPart({ color: color('tail') }, ({ color }, { tone }) => {
  const { base, deep } = tone(color)
  return [
    circle(0, 0, 50, base),
    path('M35-35A50 50 0 0 1-35 35Z', deep),
    circle(0, 0, 39, tone('paper').base),
    ...[
      [0, -32],
      [32, 0],
      [0, 32],
      [-32, 0],
    ].map(([x = 0, y = 0]) => circle(x, y, 3, tone('ink').pale)),
    stroke('M0-20V0L15 11', tone('ink').base, 6),
    circle(0, 0, 5, tone('kite').base),
  ].join('')
})

export const gear: Part = placedPart({ color: color('kite') }, ({ color }, { tone, sky }) => {
  const { base, deep } = tone(color)
  const teeth = [0, 45, 90, 135].map((turn) => `<g transform="rotate(${turn})">${rect(-11, -50, 22, 100, 6, base)}</g>`)
  return [...teeth, circle(0, 0, 37, base), path('M26-26A37 37 0 0 1-26 26Z', deep), circle(0, 0, 15, sky.facet)].join(
    '',
  )
})

export const puzzle: Part = placedPart({ color: color('kite') }, ({ color }, { tone }) => {
  const { base, deep } = tone(color)
  return [
    circle(6, -36, 14, base),
    circle(44, 10, 14, base),
    rect(-40, -30, 80, 76, 8, base),
    path('M40-20V38Q40 46 32 46H-32Z', deep),
    circle(44, 10, 10, deep),
  ].join('')
})

export const compass: Part = placedPart({ color: color('ink') }, ({ color }, { tone }) =>
  [
    circle(0, 0, 50, tone(color).base),
    circle(0, 0, 40, tone('paper').base),
    path('M22-28L6 6L-6-6Z', tone('tail').base),
    path('M-22 28L-6-6L6 6Z', tone('kite').base),
    circle(0, 0, 4, tone('ink').base),
  ].join(''),
)
