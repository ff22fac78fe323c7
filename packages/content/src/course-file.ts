import { levels } from '@kitewise/contract/entities'
import { learningGoals } from '@kitewise/contract/onboarding-entities'
import { z } from 'zod'
import { review } from './file-format.ts'

const courseId = z.string().regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'must be words in small letters joined by "-"')

/** course.yml: what is the same in every language. */
export const courseFile = z.strictObject({
  id: courseId,
  level: z.enum(levels),
  order: z.number().int().positive(),
  prerequisites: z.array(courseId),
  /** Goals for which the onboarding quiz may choose it. */
  goals: z.array(z.enum(learningGoals)).default([]),
  chapters: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[a-z0-9-]+\.c[1-9]$/, 'must be <course>.c1, .c2 …'),
        lessons: z.array(z.string().regex(/^[a-z0-9-]+\.l\d\d$/, 'must be <course>.l01, .l02 …')).min(1),
      }),
    )
    .min(1),
  /** The final task; the certificate needs a passing score in it. */
  capstone: z.string().regex(/^[a-z0-9-]+\.l\d\d\.f\d\.p\d$/, 'must be the full id of a practice: <course>.l13.f4.p1'),
  progressMessages: z
    .array(z.strictObject({ id: z.string().regex(/^m\d+$/), percentProgress: z.number().int().min(0).max(100) }))
    .min(2),
  cover: z.strictObject({ symbol: z.unknown(), color: z.string().optional(), seed: z.string().optional() }),
  review,
})

export type CourseFile = z.infer<typeof courseFile>
