import type { PracticeTask } from '../present/practice-task.ts'
import type { IsSelected } from '../reading/read-content-folder.ts'
import type { ContentSource } from '../reading/source.ts'
import { error, warning, type Finding } from './finding.ts'
import { listTasks, type Place, type PlacedProbe } from './list-tasks.ts'

/** What the check needs of the evaluator: the score 0–5 and how far each criterion is met. */
export type Verdict = { score: number; criteria: { id: string; met: number }[]; gate: string | null }
/** A task with the other tasks of its course, by which the evaluator tells what is off topic. */
type JudgedTask = PracticeTask & { otherTasks: readonly string[] }
export type JudgePrompt = (task: JudgedTask, prompt: string) => Verdict

const passesAbove = 3
const fewestProbes = 6

function describe({ score, criteria, gate }: Verdict): string {
  const weak = criteria.filter((criterion) => criterion.met < 1).map(({ id, met }) => `${id} ${met}`)
  const why = [gate ? `gate ${gate}` : '', weak.join(', ')].filter((part) => part !== '').join('; ')
  return `${score}${why ? ` (${why})` : ''}`
}

function checkProbe({ probe, ...place }: PlacedProbe, verdict: Verdict): Finding[] {
  const findings: Finding[] = []
  const text = `"${probe.text.replaceAll('\n', ' ').slice(0, 50)}…"`
  const passes = verdict.score > passesAbove
  if (passes !== (probe.expect === 'pass')) {
    const what = `The probe ${text} should ${probe.expect} and scores ${describe(verdict)}`
    findings.push(error(place, what, 'Mend the cues and forms of the rubric, or the probe'))
  }
  for (const id of probe.missing ?? []) {
    const met = verdict.criteria.find((criterion) => criterion.id === id)?.met
    if (met === undefined && verdict.gate) continue
    if (met !== 0)
      findings.push(
        error(place, `The probe ${text} lacks ${id}, which scores ${met ?? 'nothing'}`, 'Mend the rubric or the probe'),
      )
  }
  return findings
}

/** The hints of a comment, typed back, are no prompt. */
function checkHints(task: JudgedTask, block: Place, judge: JudgePrompt): Finding[] {
  const hints = Object.values(task.rubric.words.criteria).map(({ hint }) => hint)
  const verdict = judge(task, hints.join(' '))
  if (verdict.score <= passesAbove) return []
  return [
    error(
      block,
      `The hints typed back score ${describe(verdict)}`,
      'They must not pass: say what to do, not the words',
    ),
  ]
}

function checkTask(task: JudgedTask, block: Place, probes: PlacedProbe[], judge: JudgePrompt): Finding[] {
  const findings: Finding[] = []
  const model = judge(task, task.rubric.words.model ?? '')
  if (model.score !== 5)
    findings.push(error(block, `The model answer scores ${describe(model)}`, 'It must score 5: mend it or the rubric'))
  const repeated = judge(task, task.fullDescription)
  if (repeated.score > 1)
    findings.push(
      error(
        block,
        `The task text itself scores ${describe(repeated)}`,
        'It must score at most 1: ask for more than it says',
      ),
    )
  if (probes.length < fewestProbes)
    findings.push(warning(block, `The task has ${probes.length} probes`, `Give ${fewestProbes} or more`))
  findings.push(...checkHints(task, block, judge))
  return [...findings, ...probes.flatMap((placed) => checkProbe(placed, judge(task, placed.probe.text)))]
}

/**
 * Rule 14: in every language the model answer scores 5, the task text at most 1, and each probe comes out as expected. Tasks of files in
 * `broken` are left out: a rubric with faults cannot be tried. Tasks without a selected file are not tried either.
 */
export function checkTasks(
  source: ContentSource,
  judge: JudgePrompt,
  broken: ReadonlySet<string>,
  isSelected: IsSelected = () => true,
): Finding[] {
  const tasks = listTasks(source, broken)
  const wanted = tasks.filter(({ place, probes }) => [place, ...probes].some(({ file }) => isSelected(file)))
  return wanted.flatMap(({ courseId, task, place, probes }) => {
    const others = tasks.filter((other) => other.courseId === courseId && other.task.language === task.language)
    const read = others.filter((other) => other.task !== task).map((other) => other.task.fullDescription)
    const otherTasks = [...read, ...listUnselectedTasks(source, courseId, task.language)].toSorted()
    return checkTask({ ...task, otherTasks }, place, probes, judge)
  })
}

function listUnselectedTasks(source: ContentSource, courseId: string, language: string): string[] {
  const words = source.courses.find(({ neutral }) => neutral.id === courseId)?.unselected ?? []
  const blocks = words
    .filter((own) => own.language === language)
    .flatMap(({ fragments }) => fragments.flatMap((fragment) => fragment.blocks))
  return blocks.filter(({ kind }) => kind === 'prompt').map(({ entries }) => entries.get('full')?.text ?? '')
}
