import { z } from 'zod'
import { toneNames, type Palette, type Sky, type Tone, type ToneName } from './palette.ts'

/** What a part may paint with: the palette and the sky of its scene. */
export type Paint = { palette: Palette; sky: Sky; tone: (name: ToneName) => Tone }

const column = z.number().min(-3).max(15)
const row = z.number().min(-3).max(11)

export const point = z.strictObject({ x: column, y: row })

/** Where a part stands: centre in columns and rows, width in columns. */
export const placement = {
  x: column.default(6),
  y: row.default(3.75),
  size: z.number().min(0.4).max(14).default(3),
  turn: z.number().min(-180).max(180).default(0),
  flip: z.boolean().default(false),
}

export const color = (name: ToneName) => z.enum(toneNames).default(name)

/** A part of a picture. `options` is what an author may write; `draw` gives SVG in picture units (640 × 400). */
export type Part = { draw: (options: unknown, paint: Paint) => string }

export const unit = 640 / 12

/** Makes a part that fills its place by itself: skies, grounds, strings. */
export function wholePart<Shape extends z.ZodRawShape>(
  shape: Shape,
  draw: (options: z.output<z.ZodObject<Shape>>, paint: Paint) => string,
): Part {
  const schema = z.strictObject(shape)
  return { draw: (options, paint) => draw(schema.parse(options), paint) }
}
