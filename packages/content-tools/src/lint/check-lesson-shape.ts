import { basename, join } from 'node:path'
import { linesOfWork } from '@kitewise/contract/choices'
import { type FragmentFile, isLightFile, isPromptFile, type PracticeFile } from '@kitewise/content/file-format'
import { countWords, readingSeconds } from '@kitewise/content/reading-time'
import type { ContentSource, CourseSource, LessonSource } from '@kitewise/content/source'
import { error, type Finding, warning, listLessons } from './pieces.ts'
import { longestNotThis } from './text-limits.ts'

const listPractices = (lesson: LessonSource): PracticeFile[] =>
  lesson.neutral.fragments.flatMap((fragment) => fragment.practices ?? [])

const isRecall = (practice: PracticeFile) => !isPromptFile(practice) && practice.recalls !== undefined

/**
 * Rules 7, 8 and 13 in content/README.md: 3-6 fragments, each with at most one question or prompt task and two light
 * exercises; one required practice, and 1-2 questions or prompt tasks besides recall.
 */
function checkLessonShape(lesson: LessonSource): Finding[] {
  const { file, neutral, lineOf } = lesson
  const at = { file, line: lineOf(['fragments']) }
  const practices = listPractices(lesson)
  const findings: Finding[] = []
  const count = neutral.fragments.length
  if (count < 3 || count > 6) findings.push(error(at, `The lesson has ${count} fragments`, 'A lesson has 3 to 6'))
  if (!practices.some((practice) => !isLightFile(practice) && practice.required))
    findings.push(error(at, 'No practice is required', 'Set required: true on the one that shows the aim is reached'))
  const own = practices.filter((practice) => !isLightFile(practice) && !isRecall(practice)).length
  if (own > 2) findings.push(warning(at, `The lesson has ${own} practices besides recall`, 'One or two are enough'))
  for (const [index, fragment] of neutral.fragments.entries())
    findings.push(...checkPracticeCounts(fragment, { file, line: lineOf(['fragments', index]) }))
  return findings
}

function checkPracticeCounts({ id, practices = [] }: FragmentFile, at: { file: string; line: number }): Finding[] {
  const light = practices.filter(isLightFile).length
  return [
    ...(practices.length - light > 1 ? [warning(at, `${id} has several practices`, 'One practice a fragment')] : []),
    ...(light > 2 ? [warning(at, `${id} has ${light} light exercises`, 'At most two a fragment')] : []),
  ]
}

/** Every course says what it isn't, briefly, so that nobody starts the wrong one. */
function checkNotThis({ words }: CourseSource): Finding[] {
  return words.flatMap(({ file, front }) => {
    const text = front.get('notThis')
    if (!text) return [warning({ file, line: 1 }, 'The course does not say what it is not', 'Add notThis')]
    const count = countWords(text.text)
    if (count <= longestNotThis) return []
    return [warning({ file, line: text.line }, `notThis has ${count} words`, `At most ${longestNotThis}`)]
  })
}

/** A course has 3-5 chapters of 3-5 lessons, at least five recall questions, a picture in every third lesson, and evenly distributed right options. */
function checkCourseShape(course: CourseSource): Finding[] {
  const { file, neutral, lineOf, lessons } = course
  const at = { file, line: lineOf(['chapters']) }
  const findings: Finding[] = []
  const chapters = neutral.chapters.length
  if (chapters < 3 || chapters > 5)
    findings.push(error(at, `The course has ${chapters} chapters`, 'A course has 3 to 5'))
  for (const [index, chapter] of neutral.chapters.entries()) {
    const count = chapter.lessons.length
    const place = { file, line: lineOf(['chapters', index]) }
    if (count < 3 || count > 5)
      findings.push(error(place, `${chapter.id} has ${count} lessons`, 'A chapter has 3 to 5'))
  }
  const quizzes = lessons.flatMap(listPractices).filter((practice) => practice.type === 'SINGLE_CHOICE_TEST')
  const recalls = lessons.flatMap(listPractices).filter(isRecall).length
  if (recalls < 5)
    findings.push(warning(at, `The course has ${recalls} recall questions`, 'Five or more make it stick'))
  const pictured = lessons.filter(({ neutral }) => neutral.fragments.some(({ pictures }) => pictures)).length
  if (pictured * 3 < lessons.length)
    findings.push(error(at, `${pictured} of ${lessons.length} lessons have a picture`, 'Every third one needs one'))
  for (const letter of ['a', 'b', 'c', 'd']) {
    const share = quizzes.filter((quiz) => quiz.correct === letter).length / quizzes.length
    if (quizzes.length >= 8 && share > 0.45)
      findings.push(
        warning(at, `${letter} is right in ${Math.round(share * 100)} % of the questions`, 'Spread the right place'),
      )
  }
  return findings
}

/** Rule 2: a beginner chapter shows a worked example before its first prompt task. */
function checkWorkedExamples(course: CourseSource): Finding[] {
  if (course.neutral.level !== 'beginner') return []
  return course.neutral.chapters.flatMap((chapter) => {
    const own = chapter.lessons.flatMap((id) => course.lessons.find((lesson) => lesson.neutral.id === id) ?? [])
    const first = own.find((lesson) => listPractices(lesson).some((practice) => practice.type === 'PROMPT_CREATION'))
    const opening = first?.neutral.fragments[0]?.practices ?? []
    if (!first || !opening.some((practice) => practice.type === 'PROMPT_CREATION')) return []
    const place = { file: first.file, line: first.lineOf(['fragments', 0]) }
    return [
      warning(place, `The first prompt task of ${chapter.id} has nothing before it`, 'Show a worked example first'),
    ]
  })
}

const fewestPerLineOfWork = 8

/** A learner who chooses a line of work gets enough lessons for it. Content without any tags needs none. */
export function checkLinesOfWork({ folder, courses }: ContentSource): Finding[] {
  const tags = courses.flatMap(({ lessons }) => lessons.flatMap(({ neutral }) => neutral.linesOfWork ?? []))
  if (tags.length === 0) return []
  return linesOfWork.flatMap((work) => {
    const count = tags.filter((tag) => tag === work).length
    if (count >= fewestPerLineOfWork) return []
    const at = { file: join(basename(folder), 'courses'), line: 1 }
    const what = `${count} lessons are for the line of work ${work}`
    return [warning(at, what, `Add it to linesOfWork of lessons, to at least ${fewestPerLineOfWork}`)]
  })
}

export function checkShapes(source: ContentSource): Finding[] {
  return [
    ...source.courses.flatMap((course) => [
      ...checkCourseShape(course),
      ...checkNotThis(course),
      ...checkWorkedExamples(course),
    ]),
    ...listLessons(source).flatMap(({ lesson }) => checkLessonShape(lesson)),
  ]
}

/** Our estimates for one practice. */
const minutesPerTask = 2.5
const minutesPerQuestion = 0.6
const minutesPerExercise = 0.4
const longest = 7

/** Estimated from the texts in one language; null without them. */
function estimateMinutes(lesson: LessonSource, language: string): number | null {
  const words = lesson.words.find((words) => words.language === language)
  if (!words) return null
  const read = words.fragments.reduce((total, { body }) => total + readingSeconds(body.text, language), 0)
  const practices = lesson.neutral.fragments.flatMap((fragment) => fragment.practices ?? [])
  const tasks = practices.filter(isPromptFile).length
  const light = practices.filter(isLightFile).length
  const questions = practices.length - tasks - light
  return read / 60 + tasks * minutesPerTask + questions * minutesPerQuestion + light * minutesPerExercise
}

/** Rule 8: a lesson takes at most seven minutes, and its card shows the estimate. */
export function checkMinutes(source: ContentSource): Finding[] {
  return listLessons(source).flatMap(({ lesson }) => {
    const estimate = estimateMinutes(lesson, source.locales.fallback)
    if (estimate === null) return []
    const { file, neutral, lineOf } = lesson
    const at = { file, line: lineOf(['minutes']) }
    const findings: Finding[] = []
    if (Math.abs(neutral.minutes - estimate) > 1)
      findings.push(
        warning(
          at,
          `minutes is ${neutral.minutes}; words and practices take ${estimate.toFixed(1)}`,
          'Make them agree',
        ),
      )
    if (estimate > longest)
      findings.push(
        warning(at, `The lesson takes ${estimate.toFixed(1)} minutes`, `At most ${longest}: shorten or split it`),
      )
    return findings
  })
}
