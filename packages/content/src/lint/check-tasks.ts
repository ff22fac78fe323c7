import type { Evaluation } from '@kitewise/contract/entities'
import { evaluatePrompt } from '@kitewise/evaluator/evaluate-prompt'
import type { Task } from '@kitewise/evaluator/task'
import type { IsSelected } from '../reading/read-content-folder.ts'
import type { ContentSource } from '../reading/source.ts'
import { error, type Finding } from './finding.ts'
import { listTasks, type Place } from './list-tasks.ts'

const passMark = 3
/** Words of an answer piece, so that the whole answer is read. */
const longestPiece = 25

const judge = (task: Task, prompt: string): Evaluation => evaluatePrompt({ task, prompt, language: task.language })

function describe({ score, points, gate }: Evaluation): string {
  const absent = points.filter(({ state }) => state !== 'found').map(({ id, state }) => `${id} ${state}`)
  return `${score} (${gate === null ? absent.join(', ') : `gate ${gate}`})`
}

/** The model prompt has every point, and each addition says its point. */
function checkModel(task: Task, place: Place): Finding[] {
  const model = judge(task, task.texts.model)
  const findings =
    model.score === '5'
      ? []
      : [
          error(
            place,
            `The model prompt scores ${describe(model)}`,
            'It must score 5: change it, or the kind or phrases of the point',
          ),
        ]
  for (const { id, kind } of task.points) {
    const add = task.texts.points[id]?.add ?? ''
    const state = judge(task, `${task.texts.model} ${add}`).points.find((point) => point.id === id)?.state
    const alone = judge(task, `${add} ${add}`).points.find((point) => point.id === id)
    if (kind !== 'withhold' && (state !== 'found' || alone?.state === 'wrong'))
      findings.push(
        error(place, `point.${id}.add does not say ${id}`, 'Word it so that a prompt with it has the point'),
      )
  }
  return findings
}

/** What the learner can copy from the task is no prompt. */
function checkCopies(task: Task, place: Place): Finding[] {
  const hints = Object.values(task.texts.points).map(({ hint }) => hint)
  const copies = { 'The task text itself': task.texts.full, 'The hints typed back': hints.join(' ') }
  return Object.entries(copies).flatMap(([name, text]) => {
    const verdict = judge(task, text)
    return Number(verdict.score) > passMark
      ? [error(place, `${name}: ${describe(verdict)}`, 'It must not pass: ask for more than it says')]
      : []
  })
}

function checkPieces(task: Task, place: Place): Finding[] {
  return Object.entries(task.texts.points).flatMap(([id, { answer, without }]) =>
    Object.entries({ answer, without })
      .filter(([, text]) => text.split(/\s+/).length > longestPiece)
      .map(([key]) => error(place, `point.${id}.${key} has more than ${longestPiece} words`, 'Shorten it')),
  )
}

/**
 * Rule 14: in every language the model prompt scores 5, each addition says its point, the task's own words do not pass, and pieces
 * of answers are short. Tasks of files in `broken` are left out.
 */
export function checkTasks(
  source: ContentSource,
  broken: ReadonlySet<string>,
  isSelected: IsSelected = () => true,
): Finding[] {
  const rules = [checkModel, checkCopies, checkPieces]
  return listTasks(source, broken)
    .filter(({ place }) => isSelected(place.file))
    .flatMap(({ task, place }) => rules.flatMap((rule) => rule(task, place)))
}
