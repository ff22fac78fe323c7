import { join } from 'node:path'
import { checkAllTexts } from './texts/check-all-texts.ts'

/**
 * `npm run texts:check`: a language is there as a whole or not at all, and says what English says. Fails on missing, extra and unused keys,
 * lost variables, plural forms that are not the language's, and sentences left in English; packages/texts/README.md explains each.
 */
const problems = checkAllTexts(join(import.meta.dirname, '..'))
for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? 'The texts are complete.' : `${problems.length} problems in the texts.`)
process.exit(problems.length === 0 ? 0 : 1)
