import { z } from 'zod'

/** Numbers keep one decimal, because a cover must stay under 8 KB. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10)
}

export function rect(x: number, y: number, width: number, height: number, radius: number, fill: string): string {
  const round = radius > 0 ? ` rx="${short(radius)}"` : ''
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"${round} fill="${fill}"/>`
}

export function circle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" fill="${fill}"/>`
}

export function ellipse(x: number, y: number, radiusX: number, radiusY: number, fill: string): string {
  return `<ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(radiusX)}" ry="${short(radiusY)}" fill="${fill}"/>`
}

export function path(d: string, fill: string): string {
  return `<path d="${d}" fill="${fill}"/>`
}

/** A line with round ends. */
export function stroke(d: string, color: string, width: number): string {
  return `<path d="${d}" fill="none" stroke="${color}" stroke-width="${short(width)}" stroke-linecap="round" stroke-linejoin="round"/>`
}

export function faded(inner: string, opacity: number): string {
  return `<g opacity="${opacity}">${inner}</g>`
}

export function moved(inner: string, x: number, y: number, scale = 1, turn = 0): string {
  const turned = turn === 0 ? '' : ` rotate(${short(turn)})`
  const scaled = scale === 1 ? '' : ` scale(${Math.round(scale * 1000) / 1000})`
  return `<g transform="translate(${short(x)} ${short(y)})${turned}${scaled}">${inner}</g>`
}

/** Pseudorandom numbers from 0 to 1, the same for the same seed (FNV-1a, then mulberry32). */
export function makeRandom(seed: string): () => number {
  let state = 0x811c9dc5
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const color = z.string().regex(/^#[0-9A-F]{6}$/, 'must be a color in capitals: #3347E8')
const tone = z.strictObject({ base: color, deep: color, light: color, pale: color })
const sky = z.strictObject({ back: color, facet: color, far: color, near: color, top: color, edge: color })

export const toneNames = ['kite', 'tail', 'sun', 'leaf', 'ink', 'paper'] as const
export const skyNames = ['day', 'dawn', 'mint', 'sand', 'coral', 'dusk'] as const

/** art/palette.yml. A tone is one color in four lightnesses; a sky also has the colors of its ground. */
export const palette = z.strictObject({
  tones: z.record(z.enum(toneNames), tone),
  skies: z.record(z.enum(skyNames), sky),
  skins: z.array(color).length(4),
  hair: z.array(color).length(4),
})

export type Palette = z.infer<typeof palette>
export type Tone = z.infer<typeof tone>
export type Sky = z.infer<typeof sky>
export type ToneName = (typeof toneNames)[number]
