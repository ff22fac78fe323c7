import { describeTask } from '@kitewise/content/answers'
import { buildPractice } from '@kitewise/content/build-practice'
import { isPromptTask } from '@kitewise/content/catalog'
import type { IsSelected } from '@kitewise/content/read-content-folder'
import { countLetters, countWords } from '@kitewise/content/reading-time'
import { type ContentSource, type CourseSource, fallbackFirst, type LessonSource } from '@kitewise/content/source'
import type { Evaluation } from '@kitewise/contract/entities'
import { evaluatePrompt, scanPrompt } from '@kitewise/evaluator/evaluate-prompt'
import { passMark } from '@kitewise/evaluator/score'
import type { Task } from '@kitewise/evaluator/task'
import { error, type Finding, listLessons } from './pieces.ts'
import { longestPiece } from './text-limits.ts'

/** A Japanese word counts as three letters. */
const lettersInWord = 3

const sizeOf = (text: string, language: Task['language']): number =>
  language === 'ja' ? countLetters(text) / lettersInWord : countWords(text)

const judge = (task: Task, prompt: string): Evaluation => evaluatePrompt({ task, prompt, language: task.language })

function describe({ score, points, gate }: Evaluation): string {
  const absent = points.filter(({ state }) => state !== 'found').map(({ id, state }) => `${id} ${state}`)
  const why = gate === null ? absent : [`gate ${gate}`]
  return why.length === 0 ? score : `${score} (${why.join(', ')})`
}

/** The model prompt has every point. */
function checkModel(task: Task, place: Place): Finding[] {
  const model = judge(task, task.texts.model)
  const fix = 'It must score 5: change it, or the kind or phrases of the point'
  return model.score === '5' ? [] : [error(place, `The model prompt scores ${describe(model)}`, fix)]
}

/**
 * An addition says its own point and no wrong value of another. `own_words` is exempt, because only the learner can say
 * it.
 */
function checkAdditions(task: Task, place: Place): Finding[] {
  return task.points.flatMap(({ id, kind }) => {
    const { points } = scanPrompt(task, task.texts.points[id]?.add ?? '', task.language)
    const says = kind === 'own_words' || points.some(({ point, state }) => point.id === id && state === 'found')
    const wrong = points.filter(({ point, state }) => point.id !== id && state === 'wrong')
    return [
      ...(says
        ? []
        : [error(place, `point.${id}.add does not say ${id}`, 'Word it so that a prompt with it has the point')]),
      ...wrong.map(({ point }) =>
        error(place, `point.${id}.add says another value of ${point.id}`, 'Leave the value out'),
      ),
    ]
  })
}

/** Text copied from the task must not pass. */
function checkCopies(task: Task, place: Place): Finding[] {
  const hints = Object.values(task.texts.points).map(({ hint }) => hint)
  const copies = { 'The task text itself scores': task.texts.full, 'The hints typed back score': hints.join(' ') }
  const draft = task.texts.draft === undefined ? {} : { 'The draft alone scores': task.texts.draft }
  return Object.entries({ ...copies, ...draft }).flatMap(([name, text]) => {
    const verdict = judge(task, text)
    return Number(verdict.score) > passMark
      ? [error(place, `${name} ${describe(verdict)}`, 'It must not pass: ask for more than it says')]
      : []
  })
}

function checkPieces(task: Task, place: Place): Finding[] {
  return Object.entries(task.texts.points).flatMap(([id, { answer, without }]) =>
    Object.entries({ answer, without })
      .filter(([, text]) => sizeOf(text, task.language) > longestPiece)
      .map(([key]) => error(place, `point.${id}.${key} has more than ${longestPiece} words`, 'Shorten it')),
  )
}

/**
 * Rule 14: in every language the model prompt scores 5, each addition says its point, copied text doesn't pass, and
 * answer pieces are short. Skips tasks of files in `broken`.
 */
export function checkTasks(
  source: ContentSource,
  broken: ReadonlySet<string>,
  isSelected: IsSelected = () => true,
): Finding[] {
  const rules = [checkModel, checkAdditions, checkCopies, checkPieces]
  return listTasks(source, broken)
    .filter(({ place }) => isSelected(place.file))
    .flatMap(({ task, place }) => rules.flatMap((rule) => rule(task, place)))
}

type Place = { file: string; line: number }
type PlacedTask = { id: string; task: Task; place: Place }

function listTasksOf(course: CourseSource, lesson: LessonSource, fallback: string): PlacedTask[] {
  const sources = fallbackFirst(lesson.words, fallback)
  return lesson.neutral.fragments.flatMap((fragment) =>
    (fragment.practices ?? []).flatMap((practice) => {
      const all = sources.map(({ file, language, fragments }) => {
        const blocks = fragments.find(({ id }) => id === fragment.id)?.blocks ?? []
        return { file, language, blocks: blocks.filter((block) => block.id === practice.id) }
      })
      const built = buildPractice(`${lesson.neutral.id}.${fragment.id}`, practice, all)
      if (!isPromptTask(built)) return []
      return all.flatMap(({ file, language, blocks: [block] }) =>
        block
          ? [{ id: built.id, task: describeTask(course.neutral, built, language), place: { file, line: block.line } }]
          : [],
      )
    }),
  )
}

/** The prompt tasks of all courses in each of their languages, except those of files in `broken`. */
function listTasks(source: ContentSource, broken: ReadonlySet<string>): PlacedTask[] {
  const { fallback } = source.locales
  return listLessons(source)
    .filter(({ lesson }) => ![lesson.file, ...lesson.words.map(({ file }) => file)].some((file) => broken.has(file)))
    .flatMap(({ course, lesson }) => listTasksOf(course, lesson, fallback))
}
