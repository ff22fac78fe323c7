import { color, type Part, placedPart } from '../part.ts'
import { circle, ellipse, path, rect, stroke } from '../svg.ts'

/** Its base is 50 units below the center. */
export const house: Part = placedPart({ color: color('tail') }, ({ color }, { tone }) => {
  const { base, deep } = tone(color)
  return [
    rect(22, -44, 12, 26, 2, tone('ink').light),
    rect(-38, -12, 76, 62, 3, tone('paper').base),
    path('M38-4V50H-8Z', tone('paper').deep),
    path('M-50-8L0-52L50-8Q52-2 46-2H-46Q-52-2-50-8Z', base),
    path('M0-52L50-8Q52-2 46-2H0Z', deep),
    rect(-26, 8, 22, 22, 3, tone('sun').base),
    rect(-16, 8, 2.5, 22, 0, tone('paper').base),
    rect(-26, 18, 22, 2.5, 0, tone('paper').base),
    path('M8 50V20Q8 10 18 10T28 20V50Z', base),
    circle(23, 32, 2, tone('sun').light),
  ].join('')
})

/** Slightly open, with light behind it. */
export const door: Part = placedPart({ color: color('kite') }, ({ color }, { tone }) => {
  const { base, deep } = tone(color)
  return [
    rect(-50, -78, 100, 156, 6, tone('paper').base),
    rect(-40, -68, 80, 146, 3, tone('sun').light),
    path('M-40 78L10 78L40 50V-68H-10Z', tone('sun').pale),
    path('M-40-68L18-56V90L-40 78Z', base),
    path('M-28-48L8-40V0L-28-4Z', deep),
    path('M-28 12L8 16V64L-28 58Z', deep),
    circle(11, 10, 4.5, tone('sun').base),
  ].join('')
})

/** Its base is 62 units below the center. */
export const tree: Part = placedPart({ color: color('leaf') }, ({ color }, { tone }) => {
  const { base, deep, light } = tone(color)
  return [
    path('M-7 62L-4-10H4L8 62Z', '#5A341F'),
    stroke('M1 20L20 2', '#5A341F', 5),
    ellipse(0, -26, 50, 44, base),
    path('M22-65A50 44 0 0 1-18 14Q30 0 22-65Z', deep),
    circle(-20, -38, 6, light),
    circle(-2, -52, 4, light),
    circle(-30, -18, 4, light),
  ].join('')
})

/** Its base is 60 units below the center. */
export const plant: Part = placedPart({ color: color('tail') }, ({ color }, { tone }) => {
  const { base, deep } = tone(color)
  const leaf = tone('leaf')
  return [
    path('M0 16C-8-20-30-34-46-30C-46-10-30 8 0 16Z', leaf.base),
    path('M0 16C8-20 30-34 46-30C46-10 30 8 0 16Z', leaf.deep),
    path('M0 18C-18-8-16-44 0-60C16-44 18-8 0 18Z', leaf.light),
    path('M0 18C18-8 16-44 0-60Z', leaf.base),
    path('M-30 14H30L22 60H-22Z', base),
    path('M30 14L22 60H-10Z', deep),
    rect(-34, 10, 68, 12, 4, base),
  ].join('')
})

export const flag: Part = placedPart({ color: color('tail') }, ({ color }, { tone }) => {
  const { base, deep } = tone(color)
  return [
    rect(-34, -60, 6, 120, 3, tone('paper').base),
    path('M-28-56C-6-66 14-44 44-54V-10C14 0-6-22-28-12Z', base),
    path('M12-51C22-50 32-50 44-54V-10C32-6 22-6 12-8Z', deep),
    circle(-31, -61, 6, tone('sun').base),
  ].join('')
})
