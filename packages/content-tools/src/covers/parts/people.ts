import { z } from 'zod'
import { color, type Part, placedPart } from '../part.ts'
import { circle, faded, moved, path, rect, stroke } from '../svg.ts'
import { kitePanels } from './air.ts'

const moods = ['smile', 'calm', 'puzzled'] as const
const mood = z.enum(moods).default('smile')

/** Eyes and mouth around (0, y). */
function face(name: (typeof moods)[number], y: number, ink: string): string {
  const mouths = {
    smile: stroke(`M-9 ${y + 11}Q0 ${y + 21} 9 ${y + 11}`, ink, 3.4),
    calm: stroke(`M-7 ${y + 14}H7`, ink, 3.4),
    puzzled: stroke(`M-8 ${y + 15}Q-3 ${y + 10} 1 ${y + 14}T9 ${y + 13}`, ink, 3.4),
  }
  return circle(-11, y, 3.4, ink) + circle(11, y, 3.4, ink) + mouths[name]
}

const hairNames = ['short', 'long', 'curly', 'bun', 'scarf', 'bald'] as const

function hairShapes(name: (typeof hairNames)[number], hair: string, cloth: string): { behind: string; front: string } {
  const cap = path('M-31-26C-32-62 32-64 31-26C22-44-6-44-14-42C-20-40-28-36-31-26Z', hair)
  const shapes = {
    short: { behind: '', front: cap },
    long: { behind: path('M-36-26C-40-70 40-70 36-26L38 22H-38Z', hair), front: cap },
    curly: {
      behind: [
        [-26, -42],
        [-8, -54],
        [14, -52],
        [29, -38],
        [-34, -24],
        [35, -22],
      ]
        .map(([x = 0, y = 0]) => circle(x, y, 17, hair))
        .join(''),
      front: cap,
    },
    bun: { behind: circle(0, -66, 15, hair), front: cap },
    scarf: {
      behind: path('M-38-22C-42-72 42-72 38-22L44 34H-44Z', cloth),
      front: path('M-33-14C-36-64 36-64 33-14C26-44-26-44-33-14Z', cloth),
    },
    bald: { behind: '', front: '' },
  }
  return shapes[name]
}

/** Head and shoulders. `color` is for the clothes. */
export const person: Part = placedPart(
  {
    skin: z.number().int().min(1).max(4).default(2),
    hair: z.enum(hairNames).default('short'),
    mood,
    color: color('tail'),
  },
  ({ skin, hair, mood, color }, { palette, tone }) => {
    const { base, deep } = tone(color)
    const skinTone = palette.skins[skin - 1] ?? ''
    // Dark skin gets dark hair; lighter skin any of the four.
    const hairTone = palette.hair[skin > 2 ? 0 : (skin + hairNames.indexOf(hair)) % palette.hair.length] ?? ''
    const cloth = tone(color === 'kite' ? 'sun' : 'kite').base
    const neck = hair === 'scarf' ? cloth : skinTone
    const shapes = hairShapes(hair, hairTone, cloth)
    return [
      shapes.behind,
      path('M-50 74C-50 36-30 26 0 26S50 36 50 74Z', base),
      path('M50 74C50 36 30 26 0 26L-20 74Z', deep),
      path('M-11 6H11V28Q0 40-11 28Z', neck),
      faded(path('M-11 14Q0 22 11 14V22Q0 28-11 20Z', tone('ink').deep), 0.18),
      circle(0, -18, 32, skinTone),
      shapes.front,
      face(mood, -16, tone('ink').base),
    ].join('')
  },
)

/** The assistant: a friendly box with a screen, and a small kite on its antenna. */
export const machine: Part = placedPart({ mood, color: color('kite') }, ({ mood, color }, { tone }) => {
  const { base, deep, light } = tone(color)
  const paper = tone('paper').base
  return [
    stroke('M0-40C-2-52 6-56 4-66', tone('ink').base, 3),
    moved(kitePanels(tone('tail').base, tone('tail').light, tone('sun').base, tone('sun').light), 6, -76, 0.22, 20),
    rect(-57, -14, 12, 30, 6, deep),
    rect(45, -14, 12, 30, 6, deep),
    rect(-50, -42, 100, 88, 24, base),
    path('M50-14V22Q50 46 26 46H-26Q-40 46-46 36Z', deep),
    rect(-37, -28, 74, 54, 16, tone('ink').base),
    moved(face(mood, -6, paper), 0, 0, 1.15),
    rect(-26, 46, 16, 10, 3, deep),
    rect(10, 46, 16, 10, 3, deep),
    circle(-38, -33, 3, light),
  ].join('')
})
