import type {
  ContentProblem,
  CourseWordsSource,
  FragmentWords,
  LessonWordsSource,
  Located,
  QuizWordsSource,
  SkillCheckWordsSource,
} from '../source.ts'
import { readBlocks, readFrontMatter } from './read-markdown.ts'

const chapterLine = /^## chapter ([a-z0-9.-]+): (.+)$/

/** Reads `text/<language>.md` of a course: title, description, chapter titles, progress messages. */
export function readCourseWords(
  text: string,
  file: string,
  language: string,
): { words: CourseWordsSource; problems: ContentProblem[] } {
  const needed = ['course', 'language', 'title', 'description', 'imageAlt']
  const { front, rest, problems } = readFrontMatter(text, file, needed, ['source', 'notThis'])
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
      problems.push({ file, line: block.line, what: `Message ${block.id} appears twice`, fix: 'Keep one' })
    else words.messages.set(block.id, block)
  }
  return { words, problems }
}

const heading = /^# (f\d+): (.+)$/

/** Indexes of level-1 headings; a # in a code fence isn't one. */
function listHeadings(lines: readonly Located[]): number[] {
  let isCode = false
  return lines.flatMap(({ text }, index) => {
    if (text.startsWith('```')) isCode = !isCode
    return !isCode && /^#\s/.test(text) ? [index] : []
  })
}

function joinBody(lines: readonly Located[]): Located {
  const first = lines.findIndex((line) => line.text.trim() !== '')
  const own = first < 0 ? [] : lines.slice(first)
  const text = own
    .map((line) => line.text)
    .join('\n')
    .trimEnd()
  // Removing a block leaves the empty lines on both sides.
  return { text: text.replace(/\n{3,}/g, '\n\n'), line: own[0]?.line ?? lines[0]?.line ?? 1 }
}

/** Reads `<language>.md` of a lesson: front matter, fragments and blocks. */
export function readLessonWords(
  text: string,
  file: string,
  language: string,
): { words: LessonWordsSource; problems: ContentProblem[] } {
  const needed = ['lesson', 'locale', 'title', 'intro', 'imageAlt']
  const { front, rest, problems } = readFrontMatter(text, file, needed, ['source'])
  const read = readBlocks(rest, file)
  problems.push(...read.problems)
  const fragments: FragmentWords[] = []
  const starts = listHeadings(read.rest)
  const before = read.rest.slice(0, starts[0] ?? read.rest.length).find((line) => line.text.trim() !== '')
  if (before)
    problems.push({ file, line: before.line, what: 'This text is in no fragment', fix: 'Put # f1: Title above it' })
  for (const [position, start] of starts.entries()) {
    const line = read.rest[start] ?? { text: '', line: 1 }
    const [, id, title] = heading.exec(line.text.trimEnd()) ?? []
    if (!id || !title) {
      const fix = 'Level-1 headings are # f1: Title; use ## inside a fragment'
      problems.push({ file, line: line.line, what: `"${line.text}" is not a fragment heading`, fix })
      continue
    }
    const next = starts[position + 1]
    const until = next === undefined ? Number.POSITIVE_INFINITY : (read.rest[next]?.line ?? 0)
    fragments.push({
      id,
      line: line.line,
      title: title.trim(),
      body: joinBody(read.rest.slice(start + 1, next)),
      blocks: read.blocks.filter((block) => block.line > line.line && block.line < until),
    })
  }
  const firstLine = fragments[0]?.line ?? 0
  for (const block of read.blocks.filter((block) => block.line < firstLine))
    problems.push({
      file,
      line: block.line,
      what: 'This block is in no fragment',
      fix: 'Move it below its # fN heading',
    })
  return { words: { file, language, front, fragments }, problems }
}

/** Reads `skill-check/<language>.md` of a course: one `:::item` block per question. */
export function readSkillCheckWords(
  text: string,
  file: string,
  language: string,
): { words: SkillCheckWordsSource; problems: ContentProblem[] } {
  const { rest, problems } = readFrontMatter(text, file, ['skillCheck', 'language'], ['source'])
  const read = readBlocks(rest, file)
  problems.push(...read.problems)
  for (const { text, line } of read.rest)
    if (text.trim() !== '')
      problems.push({ file, line, what: 'This line is not part of a question', fix: 'Put it into :::item s1a … :::' })
  for (const { kind, line } of read.blocks.filter((block) => block.kind !== 'item'))
    problems.push({ file, line, what: `:::${kind} does not belong here`, fix: 'Use :::item s1a' })
  return { words: { file, language, blocks: read.blocks }, problems }
}

/** Reads `<language>.md` of an onboarding quiz: one `:::step` block per step. */
export function readQuizWords(
  text: string,
  file: string,
  language: string,
): { words: QuizWordsSource; problems: ContentProblem[] } {
  const { front, rest, problems } = readFrontMatter(text, file, ['quiz', 'language'], ['source'])
  const read = readBlocks(rest, file)
  problems.push(...read.problems)
  const words: QuizWordsSource = { file, language, front, steps: new Map() }
  for (const { text, line } of read.rest)
    if (text.trim() !== '')
      problems.push({ file, line, what: 'This line is not part of a step', fix: 'Put it into :::step <id> … :::' })
  for (const block of read.blocks) {
    const at = { file, line: block.line }
    if (block.kind !== 'step')
      problems.push({ ...at, what: `:::${block.kind} does not belong here`, fix: 'Use :::step <id>' })
    else if (words.steps.has(block.id))
      problems.push({ ...at, what: `Step ${block.id} appears twice`, fix: 'Keep one' })
    else words.steps.set(block.id, block)
  }
  return { words, problems }
}
