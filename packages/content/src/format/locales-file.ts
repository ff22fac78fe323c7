import { z } from 'zod'

/** locales.yml: the languages that content may be written in. */
export const localesFile = z.strictObject({
  fallback: z.string(),
  languages: z.array(z.string()).min(1),
})

export type LocalesFile = z.infer<typeof localesFile>
