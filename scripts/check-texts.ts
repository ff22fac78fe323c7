import { join } from 'node:path'
import { checkAllTexts } from './texts/check-all-texts.ts'

/**
 * `npm run texts:check`: a language is complete or absent, and matches English. packages/texts/README.md explains the
 * rules.
 */
const problems = checkAllTexts(join(import.meta.dirname, '..'))
for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? 'The texts are complete.' : `${problems.length} problems in the texts.`)
process.exit(problems.length === 0 ? 0 : 1)
