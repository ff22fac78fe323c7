import type { ContentProblem, ContentSource, LessonSource } from '../source.ts'
import { checkCourseStructure, checkCourseWords, checkFallbackCourseWords } from './check-course.ts'
import { checkFallbackWords, checkLessonStructure, checkLessonWords } from './check-lesson.ts'
import { checkSkillCheck } from './check-skill-check.ts'
import { checkFallbackQuizWords, checkQuizStructure, checkQuizWords } from './check-quiz.ts'

/** Checks what serving the content needs; packages/content-tools checks its quality. Callers may leave out lessons. */
export function checkStructure(
  source: ContentSource,
  isSelected: (lesson: LessonSource) => boolean = () => true,
): ContentProblem[] {
  const { fallback } = source.locales
  const problems = [...checkIds(source), ...checkPrerequisites(source)]
  for (const course of source.courses) {
    problems.push(...checkCourseStructure(course), ...checkFallbackCourseWords(course, fallback))
    problems.push(...course.words.flatMap((words) => checkCourseWords(course, words)))
    problems.push(...checkSkillCheck(course, fallback))
    for (const lesson of course.lessons.filter(isSelected)) {
      problems.push(...checkLessonStructure(course, lesson), ...checkFallbackWords(lesson, fallback))
      problems.push(...lesson.words.flatMap((words) => checkLessonWords(lesson, words)), ...checkFacts(source, lesson))
    }
  }
  for (const quiz of source.quizzes) {
    problems.push(...checkQuizStructure(source, quiz), ...checkFallbackQuizWords(quiz, fallback))
    problems.push(...quiz.words.flatMap((words) => checkQuizWords(quiz, words)))
  }
  return problems
}

function checkFacts({ facts }: ContentSource, { file, neutral, lineOf }: LessonSource): ContentProblem[] {
  const known = new Set(facts.map(({ id }) => id))
  return neutral.fragments.flatMap((fragment, index) =>
    (fragment.facts ?? [])
      .filter((id) => !known.has(id))
      .map((id) => {
        const line = lineOf(['fragments', index, 'facts'])
        return { file, line, what: `There is no fact ${id}`, fix: `Add facts/${id}.md` }
      }),
  )
}

type Place = { id: string; file: string; line: number }

/** Every full ID (`ai-zero.l04.f3.p1`) and where it's defined. */
export function listIds(source: ContentSource): Place[] {
  return source.courses.flatMap((course) => {
    const { file, neutral, lineOf } = course
    const chapters = neutral.chapters.map(({ id }, index) => ({ id, file, line: lineOf(['chapters', index]) }))
    const lessons = course.lessons.flatMap((lesson) => {
      const { id, fragments } = lesson.neutral
      const parts = fragments.flatMap((fragment, index) => {
        const own = `${id}.${fragment.id}`
        const line = lesson.lineOf(['fragments', index])
        const practices = (fragment.practices ?? []).map((practice, place) => ({
          id: `${own}.${practice.id}`,
          file: lesson.file,
          line: lesson.lineOf(['fragments', index, 'practices', place]),
        }))
        return [{ id: own, file: lesson.file, line }, ...practices]
      })
      return [{ id, file: lesson.file, line: lesson.lineOf(['id']) }, ...parts]
    })
    return [{ id: neutral.id, file, line: lineOf(['id']) }, ...chapters, ...lessons]
  })
}

/** IDs are unique across the content, because progress is stored under them. */
function checkIds(source: ContentSource): ContentProblem[] {
  const first = new Map<string, Place>()
  const problems: ContentProblem[] = []
  for (const place of listIds(source)) {
    const other = first.get(place.id)
    if (other)
      problems.push({
        file: place.file,
        line: place.line,
        what: `The id ${place.id} is already in ${other.file}:${other.line}`,
        fix: 'Give this one its own id',
      })
    else first.set(place.id, place)
  }
  return problems
}

/** Prerequisites come first in the display order, which is the order of learning. */
function checkPrerequisites(source: ContentSource): ContentProblem[] {
  const orders = new Map(source.courses.map(({ neutral }) => [neutral.id, neutral.order]))
  return source.courses.flatMap(({ file, neutral, lineOf }) =>
    neutral.prerequisites.flatMap((id, index) => {
      const at = { file, line: lineOf(['prerequisites', index]) }
      const order = id === neutral.id ? undefined : orders.get(id)
      if (order === undefined)
        return [{ ...at, what: `${id} is not another course`, fix: 'Name the id of a course folder' }]
      if (order < neutral.order) return []
      return [{ ...at, what: `${id} comes later`, fix: 'Give this course a higher order' }]
    }),
  )
}
