import { z } from 'zod'
import type { ContentProblem } from '../content-error.ts'
import { readYaml } from './read-yaml.ts'
import type { Located } from './source.ts'

const frontMatter = z.record(z.string(), z.unknown())

export type FrontMatter = {
  front: Map<string, Located>
  /** Lines of the rest; `null` in place of what was front matter, so that the index is still the line − 1. */
  rest: (string | null)[]
  problems: ContentProblem[]
}

/** Takes the `---` head off a Markdown file. Only the keys named in `allowed` may stand in it; those in `needed` must. */
export function readFrontMatter(text: string, file: string, needed: string[], allowed: string[]): FrontMatter {
  const lines: (string | null)[] = text.split(/\r?\n/)
  const end = lines[0] === '---' ? lines.indexOf('---', 1) : -1
  if (end < 0) {
    const what = 'The file does not begin with front matter'
    const fix = `Begin with a line ---, then ${needed.join(', ')}, then a line ---`
    return { front: new Map(), rest: lines, problems: [{ file, line: 1, what, fix }] }
  }
  const read = readYaml(frontMatter, lines.slice(1, end).join('\n'), file, 2)
  const front = new Map<string, Located>()
  const problems = [...read.problems]
  for (const [key, value] of Object.entries(read.value ?? {})) {
    const line = read.lineOf([key])
    if (typeof value === 'string' && value.trim() !== '') front.set(key, { text: value.trim(), line })
    else if (needed.includes(key))
      problems.push({ file, line, what: `${key} is not text`, fix: `Write ${key}: "the text" in quotes` })
    if (!needed.includes(key) && !allowed.includes(key))
      problems.push({ file, line, what: `${key} is not a key of this front matter`, fix: 'Remove it' })
  }
  if (read.value)
    for (const key of needed.filter((key) => !Object.hasOwn(read.value ?? {}, key)))
      problems.push({ file, line: 1, what: `The front matter has no ${key}`, fix: `Add ${key}: …` })
  return { front, rest: lines.fill(null, 0, end + 1), problems }
}
