import type { ContentProblem } from '../content-error.ts'
import { readBlocks } from './read-blocks.ts'
import { readFrontMatter } from './read-front-matter.ts'
import type { FragmentWords, LessonWordsSource, Located } from './source.ts'

const heading = /^# (f\d+): (.+)$/

/** Indexes of the level-1 headings; a # inside a fence of code is no heading. */
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
  // Taking a block out leaves the empty lines of both its sides.
  return { text: text.replace(/\n{3,}/g, '\n\n'), line: own[0]?.line ?? lines[0]?.line ?? 1 }
}

/** Reads `<language>.md` of a lesson: front matter, fragments with their bodies and blocks. */
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
