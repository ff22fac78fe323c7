import { z } from 'zod'

/** locales.yml: the languages that content may be written in. */
export const localesFile = z.strictObject({
  fallback: z.string(),
  languages: z.array(z.strictObject({ code: z.string(), name: z.string(), html: z.string() })).min(1),
  sameAs: z.record(z.string(), z.string()),
})

export type LocalesFile = z.infer<typeof localesFile>
