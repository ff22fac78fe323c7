import type { ContentProblem } from '../content-error.ts'
import type { PracticeFile } from '../format/lesson-file.ts'
import type { CourseSource, LessonSource } from '../reading/source.ts'

/** The lessons of a course in the order that the chapters give, by id. */
function listLessonOrder(course: CourseSource): string[] {
  return course.neutral.chapters.flatMap((chapter) => chapter.lessons)
}

function checkPractice(practice: PracticeFile, lessonId: string, order: readonly string[]): [string, string][] {
  if (practice.type === 'PROMPT_CREATION') {
    const ids = practice.points.map(({ id }) => id)
    const twice = ids.filter((id, index) => ids.indexOf(id) < index)
    return twice.map((id) => [`There are two points ${id}`, 'Give each point an id of its own'])
  }
  const found: [string, string][] = []
  const { options, correct, recalls } = practice
  if (new Set(options).size !== options.length) found.push(['An option stands twice', 'Use a, b, c (and d) once each'])
  if (!options.includes(correct))
    found.push([`The right option ${correct} is not one of the options`, `Use one of ${options.join(', ')}`])
  if (recalls && !order.includes(recalls))
    found.push([`recalls: there is no lesson ${recalls}`, 'Name an earlier lesson'])
  else if (recalls && order.indexOf(recalls) >= order.indexOf(lessonId))
    found.push([`recalls: ${recalls} does not come before ${lessonId}`, 'Ask about an earlier lesson'])
  if (recalls && practice.required) found.push(['A recall question is never required', 'Set required: false'])
  return found
}

/** Is lesson.yml whole: id, order of fragments and practices, right options, points? */
export function checkLessonStructure(course: CourseSource, lesson: LessonSource): ContentProblem[] {
  const { file, neutral, lineOf } = lesson
  const order = listLessonOrder(course)
  const problems: ContentProblem[] = []
  if (!neutral.id.startsWith(`${course.neutral.id}.l`)) {
    const what = `${neutral.id} is not of the course ${course.neutral.id}`
    problems.push({ file, line: lineOf(['id']), what, fix: `Begin it with ${course.neutral.id}.l` })
  }
  for (const [index, fragment] of neutral.fragments.entries()) {
    for (const [place, practice] of (fragment.practices ?? []).entries()) {
      const line = lineOf(['fragments', index, 'practices', place])
      for (const [what, fix] of checkPractice(practice, neutral.id, order))
        problems.push({ file, line, what: `${fragment.id}.${practice.id}: ${what}`, fix })
    }
  }
  return problems
}
