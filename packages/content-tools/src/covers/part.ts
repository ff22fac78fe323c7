import { z } from 'zod'
import { type Palette, short, type Sky, type Tone, type ToneName, toneNames } from './svg.ts'

/** The palette and the sky that a part may use. */
export type Paint = { palette: Palette; sky: Sky; tone: (name: ToneName) => Tone }

const column = z.number().min(-3).max(15)
const row = z.number().min(-3).max(11)

export const point = z.strictObject({ x: column, y: row })

/** Center in columns and rows, width in columns. */
const placement = {
  x: column.default(6),
  y: row.default(3.75),
  size: z.number().min(0.4).max(14).default(3),
  turn: z.number().min(-180).max(180).default(0),
  flip: z.boolean().default(false),
}

export function color(name: ToneName) {
  return z.enum(toneNames).default(name)
}

/** `options` is the author's input; `draw` returns SVG in picture units (640 × 400). */
export type Part = { draw: (options: unknown, paint: Paint) => string }

export const unit = 640 / 12

/** A part that positions itself: skies, grounds, strings. */
export function wholePart<Shape extends z.ZodRawShape>(
  shape: Shape,
  draw: (options: z.output<z.ZodObject<Shape>>, paint: Paint) => string,
): Part {
  const schema = z.strictObject(shape)
  return { draw: (options, paint) => draw(schema.parse(options), paint) }
}

type Placed<Shape extends z.ZodRawShape> = z.output<z.ZodObject<typeof placement & Shape>>

/**
 * A part that is drawn 100 units wide around (0, 0), then placed by the author. `behind` draws below it, in picture
 * units.
 */
export function placedPart<Shape extends z.ZodRawShape>(
  shape: Shape,
  draw: (options: Placed<Shape>, paint: Paint) => string,
  behind?: (options: Placed<Shape>, paint: Paint) => string,
): Part {
  const schema = z.strictObject({ ...placement, ...shape })
  return {
    draw: (raw, paint) => {
      const options = schema.parse(raw) as Placed<Shape>
      const { x, y, size, turn, flip } = options as z.output<z.ZodObject<typeof placement>>
      const scale = Math.round(((size * unit) / 100) * 1000) / 1000
      const turned = turn === 0 ? '' : ` rotate(${short(turn)})`
      const scaled = flip ? `scale(-${scale} ${scale})` : `scale(${scale})`
      const place = `translate(${short(x * unit)} ${short(y * unit)})${turned} ${scaled}`
      return `${behind?.(options, paint) ?? ''}<g transform="${place}">${draw(options, paint)}</g>`
    },
  }
}
