import { z } from 'zod'

const reviewKinds = ['none', 'legal', 'tech'] as const

/** Who looked at the facts of a course or lesson, when, and whether they age fast. */
export const review = z.strictObject({
  kind: z.enum(reviewKinds),
  on: z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date: 2026-11-01'),
  by: z.string().min(1),
})

export type Review = z.infer<typeof review>
