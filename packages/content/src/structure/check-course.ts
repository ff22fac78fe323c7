import { basename } from 'node:path'
import type { ContentProblem, CourseSource, CourseWordsSource } from '../source.ts'

function checkLessonList(course: CourseSource): ContentProblem[] {
  const { file, neutral, lineOf } = course
  const problems: ContentProblem[] = []
  const chapterOf = new Map<string, string>()
  const known = new Set(course.lessons.map((lesson) => lesson.neutral.id))
  for (const [index, chapter] of neutral.chapters.entries()) {
    const line = lineOf(['chapters', index])
    if (!chapter.id.startsWith(`${neutral.id}.c`))
      problems.push({ file, line, what: `${chapter.id} is not of this course`, fix: `Begin it with ${neutral.id}.c` })
    for (const [place, id] of chapter.lessons.entries()) {
      const at = { file, line: lineOf(['chapters', index, 'lessons', place]) }
      if (chapterOf.has(id)) problems.push({ ...at, what: `${id} is listed twice`, fix: 'Keep one' })
      if (!known.has(id))
        problems.push({
          ...at,
          what: `There is no lesson ${id}`,
          fix: 'Add its folder with lesson.yml, or take it out',
        })
      chapterOf.set(id, chapter.id)
    }
  }
  for (const lesson of course.lessons) {
    const { id, chapter } = lesson.neutral
    const at = { file: lesson.file, line: lesson.lineOf(['chapter']) }
    const listed = chapterOf.get(id)
    if (!listed) problems.push({ ...at, what: `${id} is in no chapter`, fix: `List it in ${file}` })
    else if (listed !== chapter)
      problems.push({ ...at, what: `${id} says ${chapter}, ${file} says ${listed}`, fix: 'Make them agree' })
  }
  return problems
}

function checkCapstone(course: CourseSource): ContentProblem[] {
  const { file, neutral, lineOf } = course
  const at = { file, line: lineOf(['capstone']) }
  const lastLesson = neutral.chapters.at(-1)?.lessons.at(-1)
  const fix = `Name a PROMPT_CREATION practice of ${lastLesson}`
  const [, lessonId, fragmentId, practiceId] = /^(.+)\.(f\d)\.(p\d)$/.exec(neutral.capstone) ?? []
  const lesson = course.lessons.find(({ neutral: { id } }) => id === lessonId)
  const fragment = lesson?.neutral.fragments.find(({ id }) => id === fragmentId)
  const practice = fragment?.practices?.find(({ id }) => id === practiceId)
  if (!practice) return [{ ...at, what: `There is no practice ${neutral.capstone}`, fix }]
  if (practice.type !== 'PROMPT_CREATION') return [{ ...at, what: `${neutral.capstone} is not a prompt task`, fix }]
  if (lessonId !== lastLesson) return [{ ...at, what: `${neutral.capstone} is not in the last lesson`, fix }]
  return []
}

function checkMessages(course: CourseSource): ContentProblem[] {
  const percents = course.neutral.progressMessages.map((message) => message.percentProgress)
  const isRising = percents.every((percent, index) => index === 0 || percent > (percents[index - 1] ?? 0))
  if (percents[0] === 0 && percents.at(-1) === 100 && isRising) return []
  const at = { file: course.file, line: course.lineOf(['progressMessages']) }
  return [{ ...at, what: 'progressMessages must start at 0, rise and end at 100', fix: 'Use 0, 25, 50, 75, 100' }]
}

/** Checks folder, chapters, lessons, capstone and messages. */
export function checkCourseStructure(course: CourseSource): ContentProblem[] {
  const { file, neutral, lineOf, folder } = course
  const problems: ContentProblem[] = []
  if (basename(folder) !== neutral.id)
    problems.push({
      file,
      line: lineOf(['id']),
      what: `The id ${neutral.id} is not the folder's name`,
      fix: `Folder and id are the same: ${basename(folder)}`,
    })
  return [...problems, ...checkLessonList(course), ...checkCapstone(course), ...checkMessages(course)]
}

const messageKeys = ['title', 'description']

function checkMessageTexts(course: CourseSource, words: CourseWordsSource): ContentProblem[] {
  const { file } = words
  const problems: ContentProblem[] = []
  const ids = course.neutral.progressMessages.map((message) => message.id)
  for (const id of ids.filter((id) => !words.messages.has(id)))
    problems.push({ file, line: 1, what: `Message ${id} has no words`, fix: `Add :::message ${id} … :::` })
  for (const [id, block] of words.messages) {
    const at = { file, line: block.line }
    if (!ids.includes(id)) problems.push({ ...at, what: `course.yml has no message ${id}`, fix: 'Remove the block' })
    for (const key of messageKeys.filter((key) => !block.entries.has(key)))
      problems.push({ ...at, what: `Message ${id} has no ${key}`, fix: `Add ${key}: …` })
    for (const [key, { line }] of block.entries)
      if (!messageKeys.includes(key))
        problems.push({ file, line, what: `${key} is not a key of a message`, fix: 'Use title and description' })
  }
  return problems
}

/** Checks that a language's texts match course.yml. */
export function checkCourseWords(course: CourseSource, words: CourseWordsSource): ContentProblem[] {
  const { file, front } = words
  const problems: ContentProblem[] = []
  for (const [key, value] of [
    ['course', course.neutral.id],
    ['language', words.language],
  ] as const) {
    const found = front.get(key)
    if (found && found.text !== value)
      problems.push({ file, line: found.line, what: `${key} is ${found.text}`, fix: `Here it is ${value}` })
  }
  const chapters = course.neutral.chapters.map((chapter) => chapter.id)
  for (const id of chapters.filter((id) => !words.chapters.has(id)))
    problems.push({ file, line: 1, what: `Chapter ${id} has no title`, fix: `Add ## chapter ${id}: Title` })
  for (const [id, { line }] of words.chapters)
    if (!chapters.includes(id)) problems.push({ file, line, what: `course.yml has no chapter ${id}`, fix: 'Remove it' })
  return [...problems, ...checkMessageTexts(course, words)]
}

export function checkFallbackCourseWords(course: CourseSource, fallback: string): ContentProblem[] {
  if (course.words.some((words) => words.language === fallback)) return []
  const fix = `Add text/${fallback}.md beside it`
  return [{ file: course.file, line: 1, what: `${course.neutral.id} has no words in ${fallback}`, fix }]
}
