import { z } from 'zod'
import { placement, unit, type Paint, type Part } from './part.ts'
import { short } from './svg.ts'

type Placed<Shape extends z.ZodRawShape> = z.output<z.ZodObject<typeof placement & Shape>>

/**
 * Makes a part that is drawn once, 100 units wide around (0, 0), and then put where the author wants it.
 * `behind` may draw in picture units what lies under the part.
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
