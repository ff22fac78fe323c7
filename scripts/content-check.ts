/**
 * `npm run content:check`: judges the courses in content/ so that a mistake is found by its author, not by a learner.
 * `-- --write` draws covers and adds new ids first. Further words keep to findings of files that contain them.
 */
import { join, relative } from 'node:path'
import { checkContent } from '@kitewise/content/check-content'
import { formatProblem } from '@kitewise/content/content-error'
import { writeGenerated } from '@kitewise/content/write-generated'
import { judgeByRubric } from '@kitewise/content/judge-by-rubric'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'content')
const words = process.argv.slice(2)

if (words.includes('--write'))
  for (const path of writeGenerated(folder)) console.log(`written  ${relative(root, path)}`)

const only = words.filter((word) => !word.startsWith('--'))
const started = performance.now()
const findings = checkContent(folder, judgeByRubric, Date.now())
const shown = findings.filter(({ file }) => only.length === 0 || only.some((part) => file.includes(part)))
for (const finding of shown) console.log(`${finding.level === 'error' ? 'E' : 'W'}  ${formatProblem(finding)}`)

const errors = shown.filter((finding) => finding.level === 'error').length
const took = Math.round(performance.now() - started)
console.log(`${errors} errors, ${shown.length - errors} warnings in ${took} ms`)
process.exitCode = errors > 0 ? 1 : 0
