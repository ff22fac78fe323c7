import { join } from 'node:path'
import { errorTable } from '@kitewise/contract/errors'
import { checkAllTexts } from './texts/check-all-texts.ts'
import { checkSentences } from './texts/check-english.ts'

/**
 * `npm run texts:check`: a language is complete or absent, and matches English. English follows our word lists. packages/texts/README.md explains the
 * rules.
 */
const errors = Object.entries(errorTable).map(([code, { message }]): [string, string] => [code, message])
const problems = [
  ...checkAllTexts(join(import.meta.dirname, '..')),
  ...checkSentences('packages/contract/src/errors.ts', errors),
]
for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? 'The texts are complete.' : `${problems.length} problems in the texts.`)
process.exit(problems.length === 0 ? 0 : 1)
