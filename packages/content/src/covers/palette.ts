import { z } from 'zod'

const colour = z.string().regex(/^#[0-9A-F]{6}$/, 'must be a colour in capitals: #3347E8')
const tone = z.strictObject({ base: colour, deep: colour, light: colour, pale: colour })
const sky = z.strictObject({ back: colour, facet: colour, far: colour, near: colour, top: colour, edge: colour })

export const toneNames = ['kite', 'tail', 'sun', 'leaf', 'ink', 'paper'] as const
export const skyNames = ['day', 'dawn', 'mint', 'sand', 'coral', 'dusk'] as const

/** art/palette.yml. A tone is one colour in four lightnesses; a sky also has the colours of the ground under it. */
export const palette = z.strictObject({
  tones: z.record(z.enum(toneNames), tone),
  skies: z.record(z.enum(skyNames), sky),
  skins: z.array(colour).length(4),
  hair: z.array(colour).length(4),
})

export type Palette = z.infer<typeof palette>
export type Tone = z.infer<typeof tone>
export type Sky = z.infer<typeof sky>
export type ToneName = (typeof toneNames)[number]
