import type { Probe } from '@kitewise/evaluator/rubric'
import { buildPractice, readProbes } from '../build-practice.ts'
import type { PromptFile } from '../format/lesson-file.ts'
import { practiceTask, type PracticeTask } from '../present/practice-task.ts'
import type { Block, ContentSource, LessonSource, LessonWordsSource } from '../reading/source.ts'
import { error, warning, type Finding } from './finding.ts'
import { listLessons } from './pieces.ts'

/** What the check needs of the evaluator: the score 0–5 and how far each criterion is met. */
export type Verdict = { score: number; criteria: { id: string; met: number }[]; gate: string | null }
/** A task with the other tasks of its course, by which the evaluator tells what is off topic. */
type JudgedTask = PracticeTask & { otherTasks: readonly string[] }
export type JudgePrompt = (task: JudgedTask, prompt: string) => Verdict

const passesAbove = 3
const fewestProbes = 6

type Place = { file: string; line: number }
type PlacedProbe = Place & { probe: Probe }

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
  return [...findings, ...probes.flatMap((placed) => checkProbe(placed, judge(task, placed.probe.text)))]
}

/** Probes of the fallback language stand in lesson.yml, those of the others in a block of their word file. */
function placeProbes(lesson: LessonSource, file: string, path: PropertyKey[], practice: PromptFile, block?: Block) {
  if (block) {
    const lines = [...block.entries.values()].map((entry) => entry.line)
    return readProbes(block).map((probe, index) => ({ file, line: lines[index] ?? block.line, probe }))
  }
  return (practice.rubric.probes ?? []).map((probe, index) => {
    const line = lesson.lineOf([...path, 'rubric', 'probes', index])
    return { file: lesson.file, line, probe }
  })
}

type PlacedTask = { courseId: string; task: PracticeTask; place: Place; probes: PlacedProbe[] }

function listTasks(lesson: LessonSource, words: LessonWordsSource, fallback: string): Omit<PlacedTask, 'courseId'>[] {
  return lesson.neutral.fragments.flatMap((fragment, index) =>
    (fragment.practices ?? []).flatMap((practice, order) => {
      const blocks = words.fragments.find(({ id }) => id === fragment.id)?.blocks ?? []
      const own = blocks.filter((block) => block.id === practice.id)
      const block = own.find((block) => block.kind === 'prompt')
      if (practice.type !== 'PROMPT_CREATION' || !block) return []
      const built = buildPractice(fragment.id, practice, [{ language: words.language, blocks: own }])
      if (built.type !== 'PROMPT_CREATION') return []
      const translated = own.find(({ kind }) => kind === 'probes')
      const hasProbes = words.language === fallback || translated
      const path = ['fragments', index, 'practices', order]
      const probes = hasProbes ? placeProbes(lesson, words.file, path, practice, translated) : []
      return [{ task: practiceTask(built, words.language), place: { file: words.file, line: block.line }, probes }]
    }),
  )
}

/** Rule 14: in every language the model answer scores 5, the task text at most 1, and each probe comes out as expected. */
export function checkTasks(source: ContentSource, judge: JudgePrompt): Finding[] {
  const { fallback } = source.locales
  const tasks: PlacedTask[] = listLessons(source).flatMap(({ course, lesson }) =>
    lesson.words
      .flatMap((words) => listTasks(lesson, words, fallback))
      .map((placed) => ({ courseId: course.neutral.id, ...placed })),
  )
  return tasks.flatMap(({ courseId, task, place, probes }) => {
    const others = tasks.filter((other) => other.courseId === courseId && other.task.language === task.language)
    const otherTasks = others.filter((other) => other.task !== task).map((other) => other.task.fullDescription)
    return checkTask({ ...task, otherTasks }, place, probes, judge)
  })
}
