import { z } from 'zod'
import { lexiconLanguages } from '@kitewise/evaluator/lexicon-languages'

const text = z.string().min(1)

const inOneLanguage = z.strictObject({
  /** Criterion id or `fact.<id>` → patterns of the lexicon's language, parted by ", ". */
  says: z.record(z.string().regex(/^(fact\.)?[a-z][A-Za-z0-9_]*$/, 'must be a criterion or fact.<id>'), text),
  pass: z.array(text).default([]),
  fail: z.array(text).default([]),
})

/**
 * elsewhere.yml: how prompts in languages that a lesson has no word file for say what its rubrics look for, by place of the task
 * (`f3.p1`) and language, with prompts that must pass or fail.
 */
export const elsewhereFile = z.record(
  z.string().regex(/^f[1-9]\.p[1-9]$/, 'must be the place of a task: f3.p1'),
  z.partialRecord(z.enum(lexiconLanguages), inOneLanguage),
)

export type ElsewhereFile = z.infer<typeof elsewhereFile>
export type ElsewhereWords = z.infer<typeof inOneLanguage>
