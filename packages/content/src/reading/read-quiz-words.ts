import type { ContentProblem } from '../content-error.ts'
import { readBlocks } from './read-blocks.ts'
import { readFrontMatter } from './read-front-matter.ts'
import type { QuizWordsSource } from './source.ts'

/** Reads `<language>.md` of an onboarding quiz: one `:::step` block for each step. */
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
    else if (words.steps.has(block.id)) problems.push({ ...at, what: `Step ${block.id} stands twice`, fix: 'Keep one' })
    else words.steps.set(block.id, block)
  }
  return { words, problems }
}
