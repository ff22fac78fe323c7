import type { Probe } from '@kitewise/evaluator/rubric'
import { buildPractice, readProbes } from '../build-practice.ts'
import type { PromptFile } from '../format/lesson-file.ts'
import { practiceTask, type PracticeTask } from '../present/practice-task.ts'
import type { Block, ContentSource, LessonSource, LessonWordsSource } from '../reading/source.ts'
import { listLessons } from './pieces.ts'

export type Place = { file: string; line: number }
export type PlacedProbe = Place & { probe: Probe }
export type PlacedTask = { courseId: string; task: PracticeTask; place: Place; probes: PlacedProbe[] }

/** Probes of the fallback language stand in lesson.yml, those of the others in a block of their word file. */
function placeProbes(
  lesson: LessonSource,
  file: string,
  path: PropertyKey[],
  practice: PromptFile,
  block: Block | undefined,
): PlacedProbe[] {
  if (block) {
    const lines = [...block.entries.values()].map((entry) => entry.line)
    return readProbes(block).map((probe, index) => ({ file, line: lines[index] ?? block.line, probe }))
  }
  return (practice.rubric.probes ?? []).map((probe, index) => {
    const line = lesson.lineOf([...path, 'rubric', 'probes', index])
    return { file: lesson.file, line, probe }
  })
}

/** Prompts in languages that the lesson has no word file for; they are put to the task in the fallback language. */
function placeForeignProbes({ elsewhere: { file, words, lineOf } }: LessonSource, place: string): PlacedProbe[] {
  return Object.entries(words[place] ?? {}).flatMap(([language, probes]) =>
    (['pass', 'fail'] as const).flatMap((expect) =>
      probes[expect].map((text, index) => ({
        file,
        line: lineOf([place, language, expect, index]),
        probe: { text, expect },
      })),
    ),
  )
}

function listTasksOf(lesson: LessonSource, words: LessonWordsSource, fallback: string): Omit<PlacedTask, 'courseId'>[] {
  const sources = lesson.words.toSorted(
    (one, other) => Number(other.language === fallback) - Number(one.language === fallback),
  )
  return lesson.neutral.fragments.flatMap((fragment, index) =>
    (fragment.practices ?? []).flatMap((practice, order) => {
      const all = sources.map(({ language, fragments }) => {
        const blocks = fragments.find(({ id }) => id === fragment.id)?.blocks ?? []
        return { language, blocks: blocks.filter((block) => block.id === practice.id) }
      })
      const own = all.find(({ language }) => language === words.language)?.blocks ?? []
      const block = own.find((block) => block.kind === 'prompt')
      if (practice.type !== 'PROMPT_CREATION' || !block) return []
      const built = buildPractice(fragment.id, practice, all, {})
      if (built.type !== 'PROMPT_CREATION') return []
      const place = `${fragment.id}.${practice.id}`
      const elsewhere = lesson.elsewhere.words[place] ?? {}
      const translated = own.find(({ kind }) => kind === 'probes')
      const isFallback = words.language === fallback
      const path = ['fragments', index, 'practices', order]
      const probes = [
        ...(isFallback || translated ? placeProbes(lesson, words.file, path, practice, translated) : []),
        ...(isFallback ? placeForeignProbes(lesson, place) : []),
      ]
      const task = practiceTask({ ...built, elsewhere }, words.language)
      return [{ task, place: { file: words.file, line: block.line }, probes }]
    }),
  )
}

/** The prompt tasks of all courses with their probes, in each language they are written in; those of files in `broken` left out. */
export function listTasks(source: ContentSource, broken: ReadonlySet<string>): PlacedTask[] {
  const { fallback } = source.locales
  return listLessons(source)
    .filter(({ lesson }) => !broken.has(lesson.file) && !broken.has(lesson.elsewhere.file))
    .flatMap(({ course, lesson }) =>
      lesson.words
        .filter(({ file }) => !broken.has(file))
        .flatMap((words) => listTasksOf(lesson, words, fallback))
        .map((placed) => ({ courseId: course.neutral.id, ...placed })),
    )
}
