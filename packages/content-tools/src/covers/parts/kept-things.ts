import { z } from 'zod'
import { color, type Part, placedPart } from '../part.ts'
import { circle, ellipse, path, rect, stroke } from '../svg.ts'

export const key: Part = placedPart({ color: color('sun') }, ({ color }, { tone, sky }) => {
  const { base, deep } = tone(color)
  return [
    rect(-12, -6, 62, 12, 4, base),
    rect(28, 4, 8, 16, 3, deep),
    rect(42, 4, 8, 20, 3, deep),
    circle(-28, 0, 22, base),
    path('M-12-15.500A22 22 0 0 1-44 15.500Z', deep),
    circle(-30, 0, 9, sky.facet),
  ].join('')
})

export const lock: Part = placedPart(
  { open: z.boolean().default(false), color: color('tail') },
  ({ open, color }, { tone }) => {
    const { base, deep, light } = tone(color)
    return [
      stroke(open ? 'M-26-10V-34A26 26 0 0 1 24-42' : 'M-26-6V-30A26 26 0 0 1 26-30V-6', tone('ink').base, 12),
      rect(-46, -14, 92, 74, 14, base),
      path('M46 2V46Q46 60 32 60H-32Q-40 60-44 54Z', deep),
      rect(-36, -6, 40, 6, 3, light),
      circle(0, 18, 10, tone('paper').base),
      path('M-4 20H4L7 42H-7Z', tone('paper').base),
    ].join('')
  },
)

export const shield: Part = placedPart({ color: color('leaf') }, ({ color }, { tone }) => {
  const { base, deep } = tone(color)
  return [
    path('M0-58C14-46 32-42 48-42V-4C48 28 24 48 0 60C-24 48-48 28-48-4V-42C-32-42-14-46 0-58Z', base),
    path('M0-58C14-46 32-42 48-42V-4C48 28 24 48 0 60Z', deep),
    stroke('M-20 0L-5 16L22-16', tone('paper').base, 10),
  ].join('')
})

/** A carnival mask, for what looks real but isn't. */
export const mask: Part = placedPart({ color: color('sun') }, ({ color }, { tone, sky }) => {
  const { base, deep } = tone(color)
  return [
    stroke('M-46-4C-60 10-56 40-62 52M46-4C60 10 56 40 62 52', tone('tail').base, 5),
    path(
      'M-50-22C-30-36-12-26 0-20C12-26 30-36 50-22C52 8 36 30 16 24C8 20 4 14 0 14S-8 20-16 24C-36 30-52 8-50-22Z',
      base,
    ),
    path('M0-20C12-26 30-36 50-22C52 8 36 30 16 24C8 20 4 14 0 14Z', deep),
    ellipse(-22, -2, 13, 8, sky.facet),
    ellipse(22, -2, 13, 8, sky.facet),
    circle(0, -30, 5, tone('tail').base),
  ].join('')
})

export const gift: Part = placedPart({ color: color('tail') }, ({ color }, { tone }) => {
  const { base, deep } = tone(color)
  const ribbon = color === 'sun' ? tone('kite') : tone('sun')
  return [
    path('M0-34C-34-64-46-34-2-30ZM0-34C34-64 46-34 2-30Z', ribbon.base),
    path('M0-34C34-64 46-34 2-30Z', ribbon.deep),
    rect(-42, -8, 84, 60, 5, base),
    path('M42 0V47Q42 52 37 52H-10Z', deep),
    rect(-50, -32, 100, 26, 5, base),
    rect(-50, -12, 100, 6, 3, deep),
    rect(-9, -32, 18, 84, 0, ribbon.base),
    rect(3, -32, 6, 84, 0, ribbon.deep),
  ].join('')
})

export const umbrella: Part = placedPart({ color: color('kite') }, ({ color }, { tone }) => {
  const { base, deep, light } = tone(color)
  return [
    stroke('M0-40V40A11 11 0 0 0 22 40', tone('ink').base, 6),
    path('M-50 0A50 48 0 0 1 50 0Q42-10 33 0Q25-10 17 0Q8-10 0 0Q-8-10-17 0Q-25-10-33 0Q-42-10-50 0Z', base),
    path('M0-48A50 48 0 0 1 50 0Q42-10 33 0C32-20 20-40 0-48Z', deep),
    path('M0-48A50 48 0 0 0-50 0Q-42-10-33 0C-32-20-20-40 0-48Z', light),
    circle(0, -50, 4, tone('ink').base),
  ].join('')
})

export const backpack: Part = placedPart({ color: color('tail') }, ({ color }, { tone }) => {
  const { base, deep, light } = tone(color)
  return [
    stroke('M-14-54A14 14 0 0 1 14-54', tone('ink').base, 7),
    rect(-50, 0, 14, 44, 7, deep),
    rect(36, 0, 14, 44, 7, deep),
    path('M-40-14C-40-72 40-72 40-14V46Q40 60 26 60H-26Q-40 60-40 46Z', base),
    path('M40-14V46Q40 60 26 60H-26L34-42Q40-30 40-14Z', deep),
    rect(-28, 8, 56, 38, 9, light),
    rect(-28, 8, 56, 13, 6, tone('paper').base),
    rect(-5, 14, 10, 14, 4, tone('ink').base),
    rect(-20, -34, 40, 8, 4, tone('sun').base),
  ].join('')
})

export const basket: Part = placedPart({ color: color('sun') }, ({ color }, { tone }) => {
  const { base, deep, light } = tone(color)
  const weave = [-30, -10, 10, 30].map((x) => rect(x - 6, 4, 12, 8, 3, light) + rect(x - 11, 20, 12, 8, 3, light))
  return [
    stroke('M-36-8C-36-68 36-68 36-8', deep, 8),
    circle(-14, -10, 14, tone('tail').base),
    circle(12, -14, 13, tone('leaf').base),
    path('M22-30L36-26L30 0H16Z', tone('paper').base),
    path('M-46-4H46L36 40Q34 46 28 46H-28Q-34 46-36 40Z', base),
    ...weave,
    rect(-50, -10, 100, 12, 6, deep),
  ].join('')
})
