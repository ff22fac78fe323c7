import type { Task } from '@kitewise/evaluator/task'
import { describeTask } from '../answers.ts'
import { buildPractice } from '../build-practice.ts'
import type { ContentSource, CourseSource, LessonSource } from '../source.ts'
import { listLessons } from './pieces.ts'

export type Place = { file: string; line: number }
export type PlacedTask = { id: string; task: Task; place: Place }

function listTasksOf(course: CourseSource, lesson: LessonSource, fallback: string): PlacedTask[] {
  const sources = lesson.words.toSorted(
    (one, other) => Number(other.language === fallback) - Number(one.language === fallback),
  )
  return lesson.neutral.fragments.flatMap((fragment) =>
    (fragment.practices ?? []).flatMap((practice) => {
      const all = sources.map(({ file, language, fragments }) => {
        const blocks = fragments.find(({ id }) => id === fragment.id)?.blocks ?? []
        return { file, language, blocks: blocks.filter((block) => block.id === practice.id) }
      })
      const built = buildPractice(`${lesson.neutral.id}.${fragment.id}`, practice, all)
      if (built.type !== 'PROMPT_CREATION') return []
      return all.flatMap(({ file, language, blocks: [block] }) =>
        block
          ? [{ id: built.id, task: describeTask(course.neutral, built, language), place: { file, line: block.line } }]
          : [],
      )
    }),
  )
}

/** The prompt tasks of all courses in each language they are written in; those of files in `broken` left out. */
export function listTasks(source: ContentSource, broken: ReadonlySet<string>): PlacedTask[] {
  const { fallback } = source.locales
  return listLessons(source)
    .filter(({ lesson }) => ![lesson.file, ...lesson.words.map(({ file }) => file)].some((file) => broken.has(file)))
    .flatMap(({ course, lesson }) => listTasksOf(course, lesson, fallback))
}
