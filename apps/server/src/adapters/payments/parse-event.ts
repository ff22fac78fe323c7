import type { z } from 'zod'

/** The event in signed bytes, or null when they are no JSON or no event of this shape: a signature says who sent it, not what. */
export const parseEvent = <Shape extends z.ZodType>(shape: Shape, rawBytes: Buffer): z.output<Shape> | null => {
  let value: unknown
  try {
    value = JSON.parse(rawBytes.toString('utf8'))
  } catch {
    return null
  }
  return shape.safeParse(value).data ?? null
}
