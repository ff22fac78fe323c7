/**
 * `npm run evaluate-prompts:report`: how far the embedded evaluator agrees with labelled prompts, per file and part, language and
 * kind, with authors' rubrics and with derived ones, against the targets. Ends with 1 when a target is missed.
 *
 * `-- --misses` lists the lines that pass or fail wrongly or are two points off; not those of a test or fresh part, which nobody
 * tunes on: `--misses=all` lists these too. Paths of further files in the form of dev-prompts.jsonl are measured instead of ours.
 * `-- --fresh` measures the sets that were written to be new too (fresh-, unseen-, newer-): not on every run, since what is measured while
 * tuning does not stay fresh.
 */
import { join } from 'node:path'
import { loadContent } from '@kitewise/content/load-content'
import { columnNames, reportAgreement } from './evaluate-prompts/report-agreement.ts'
import { judgeLanguages, judgeTargets, targetScope, type Verdict } from './evaluate-prompts/prompt-targets.ts'
import { readCourseLines, scoreCoursePrompts } from './evaluate-prompts/score-course-prompts.ts'
import type { ScoredLine } from './evaluate-prompts/scored-line.ts'
import { scoreLabelledPrompts } from './score-labelled-prompts.ts'

const data = new URL('../packages/evaluator/data/', import.meta.url)
const freshCourseFiles = ['fresh-prompts.jsonl', 'unseen-prompts.jsonl', 'newer-prompts.jsonl']
const freshStoryFiles = ['unseen-stories.jsonl', 'newer-stories.jsonl']
const words = process.argv.slice(2)
const given = words.filter((word) => !word.startsWith('--'))

function scoreOurs(): ScoredLine[] {
  const catalog = loadContent(join(import.meta.dirname, '..', 'content'))
  const files = ['course-prompts.jsonl', ...(words.includes('--fresh') ? freshCourseFiles : [])]
  const courseLines = files.flatMap((file) => readCourseLines(new URL(file, data)))
  return [
    ...scoreCoursePrompts(courseLines, catalog, 'author'),
    ...scoreCoursePrompts(courseLines, catalog, 'derived'),
    ...scoreLabelledPrompts(new URL('dev-prompts.jsonl', data)),
    ...scoreLabelledPrompts(new URL('own-prompts.jsonl', data)),
    ...scoreLabelledPrompts(new URL('story-prompts.jsonl', data)),
    ...(words.includes('--fresh') ? freshStoryFiles : []).flatMap((file) => scoreLabelledPrompts(new URL(file, data))),
  ]
}

const partName = ({ file, part, rubric }: ScoredLine) =>
  `${file.replace('.jsonl', '')}${part === null ? '' : ` ${part}`}, ${rubric}`

function groupBy(lines: readonly ScoredLine[], name: (line: ScoredLine) => string): Map<string, ScoredLine[]> {
  const groups = new Map<string, ScoredLine[]>()
  for (const line of lines) groups.set(name(line), [...(groups.get(name(line)) ?? []), line])
  return groups
}

function isMiss({ score, label }: ScoredLine): boolean {
  return score > 3 !== label > 3 || Math.abs(score - label) > 1
}

/** Lines that nobody reads while tuning. */
function isHidden({ part }: ScoredLine): boolean {
  return part === 'test' || part === 'newer-test' || part === 'fresh' || part === 'unseen'
}

function verdictLine(name: string, { measure, value, wanted, reached }: Verdict): string {
  return `${reached ? 'reached' : 'MISSED '}  ${name}: ${measure} ${Number(value.toFixed(3))}, wanted ${wanted}`
}

const lines = given.length > 0 ? given.flatMap(scoreLabelledPrompts) : scoreOurs()
const parts = groupBy(lines, partName)

console.log(columnNames)
for (const [name, part] of parts) console.log(`\n${reportAgreement(name, part)}`)

const verdicts = [...parts].flatMap(([name, part]) =>
  part
    .slice(0, 1)
    .flatMap((first) => judgeTargets(part, first.rubric, targetScope(first)).map((verdict) => ({ name, verdict }))),
)
const authored = lines.filter(({ rubric }) => rubric === 'author')
verdicts.push(...judgeLanguages(authored).map((verdict) => ({ name: 'course-prompts, author', verdict })))
console.log('\nTargets')
for (const { name, verdict } of verdicts) console.log(verdictLine(name, verdict))

if (words.some((word) => word.startsWith('--misses'))) {
  const shown = lines.filter(isMiss).filter((line) => !isHidden(line) || words.includes('--misses=all'))
  console.log('\nMisses (label → score)')
  for (const line of shown)
    console.log(
      `${partName(line)}  ${line.task}  ${line.language} ${line.kind}  ${line.label} → ${line.score}  [${line.found}]  ${JSON.stringify(line.prompt)}`,
    )
}

const missed = verdicts.filter(({ verdict }) => !verdict.reached).length
console.log(`\n${missed} of ${verdicts.length} targets missed`)
process.exitCode = missed > 0 ? 1 : 0
