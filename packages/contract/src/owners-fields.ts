import { z } from 'zod'

/**
 * What belongs to the learner alone: in a session that only an organization's identity provider vouches for, answers show `instead`.
 * Every answer that contains a registered schema follows.
 */
const ownersFields = z.registry<{ instead: (value: unknown) => unknown }>()

/** Left out of the answer: for an optional field. */
export function ownersOwn<T extends z.ZodOptional>(shape: T): T {
  ownersFields.add(shape, { instead: () => undefined })
  return shape
}

/** Null in the answer. */
export function ownersOwnOrNull<T extends z.ZodNullable>(shape: T): T {
  ownersFields.add(shape, { instead: () => null })
  return shape
}

/** An empty text in the answer. Texts that `isChosen` are no words of the learner, and stay. */
export function ownersText<T extends z.ZodString>(shape: T, isChosen: (text: string) => boolean = () => false): T {
  ownersFields.add(shape, { instead: (text) => (typeof text === 'string' && isChosen(text) ? text : '') })
  return shape
}

/** @param value as the shape has parsed it */
export function hideOwnersFields(shape: z.ZodType, value: unknown): unknown {
  const own = ownersFields.get(shape)
  if (own !== undefined) return own.instead(value)
  if (value === null || value === undefined) return value
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodNullable)
    return hideOwnersFields(shape.unwrap() as z.ZodType, value)
  if (shape instanceof z.ZodArray)
    return (value as unknown[]).map((item) => hideOwnersFields(shape.element as z.ZodType, item))
  if (shape instanceof z.ZodObject) return hideIn(value, (key) => shape.shape[key] as z.ZodType | undefined)
  if (shape instanceof z.ZodRecord) return hideIn(value, () => shape.valueType as z.ZodType)
  if (shape instanceof z.ZodUnion) {
    const chosen = shape.options.find((option) => (option as z.ZodType).safeParse(value).success)
    return chosen === undefined ? value : hideOwnersFields(chosen as z.ZodType, value)
  }
  return value
}

const hideIn = (value: unknown, shapeOf: (key: string) => z.ZodType | undefined): unknown =>
  Object.fromEntries(
    Object.entries(value as object).map(([key, part]) => {
      const shape = shapeOf(key)
      return [key, shape === undefined ? part : hideOwnersFields(shape, part)]
    }),
  )
