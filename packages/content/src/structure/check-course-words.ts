import type { ContentProblem } from '../content-error.ts'
import type { CourseSource, CourseWordsSource } from '../reading/source.ts'

const messageKeys = ['title', 'description']

function checkMessages(course: CourseSource, words: CourseWordsSource): ContentProblem[] {
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

/** Do the words of a course in one language say exactly what course.yml asks for? */
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
  return [...problems, ...checkMessages(course, words)]
}

/** Every course has its words in the fallback language. */
export function checkFallbackCourseWords(course: CourseSource, fallback: string): ContentProblem[] {
  if (course.words.some((words) => words.language === fallback)) return []
  const fix = `Add text/${fallback}.md beside it`
  return [{ file: course.file, line: 1, what: `${course.neutral.id} has no words in ${fallback}`, fix }]
}
