import type { ContentProblem } from '../content-error.ts'
import { readBlocks } from './read-blocks.ts'
import { readFrontMatter } from './read-front-matter.ts'
import type { CourseWordsSource } from './source.ts'

const chapterLine = /^## chapter ([a-z0-9.-]+): (.+)$/

/** Reads `text/<language>.md` of a course: title, description, chapter titles, progress messages. */
export function readCourseWords(
  text: string,
  file: string,
  language: string,
): { words: CourseWordsSource; problems: ContentProblem[] } {
  const needed = ['course', 'language', 'title', 'description', 'imageAlt']
  const { front, rest, problems } = readFrontMatter(text, file, needed, ['source'])
  const read = readBlocks(rest, file)
  problems.push(...read.problems)
  const words: CourseWordsSource = { file, language, front, chapters: new Map(), messages: new Map() }
  for (const { text, line } of read.rest) {
    const [, id, title] = chapterLine.exec(text.trimEnd()) ?? []
    if (id && title) words.chapters.set(id, { text: title.trim(), line })
    else if (text.trim() !== '')
      problems.push({
        file,
        line,
        what: 'This line is neither a chapter nor part of a message',
        fix: 'Write ## chapter <id>: Title, or put the text into :::message mN … :::',
      })
  }
  for (const block of read.blocks) {
    if (block.kind !== 'message')
      problems.push({ file, line: block.line, what: `:::${block.kind} does not belong here`, fix: 'Use :::message mN' })
    else if (words.messages.has(block.id))
      problems.push({ file, line: block.line, what: `Message ${block.id} stands twice`, fix: 'Keep one' })
    else words.messages.set(block.id, block)
  }
  return { words, problems }
}
