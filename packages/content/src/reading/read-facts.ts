import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ContentProblem, FactSource } from '../source.ts'
import { readFrontMatter } from './read-markdown.ts'

type FactReader = { name: (path: string) => string; codes: readonly string[]; fallback: string }

/**
 * Reads `facts/`: `<id>.md` in the fallback language, `<id>.<language>.md` in others. A fact is a dated card beside a
 * lesson, for what may change within a year.
 */
export function readFacts(
  folder: string,
  { name, codes, fallback }: FactReader,
): { facts: FactSource[]; problems: ContentProblem[] } {
  if (!existsSync(folder)) return { facts: [], problems: [] }
  const problems: ContentProblem[] = []
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'))
  const facts = files.toSorted().map((entry) => {
    const [id = '', language = fallback] = entry.replace(/\.md$/, '').split('.')
    const file = name(join(folder, entry))
    const text = readFileSync(join(folder, entry), 'utf8')
    const {
      front,
      rest,
      problems: found,
    } = readFrontMatter(text, file, ['fact', 'locale', 'title', 'reviewedOn'], ['source'])
    const first = rest.findIndex((line) => line !== null && line.trim() !== '')
    const body = {
      text: rest
        .map((line) => line ?? '')
        .join('\n')
        .trim(),
      line: Math.max(first, 0) + 1,
    }
    problems.push(...found, ...checkFact({ file, id, language, front, body }, codes))
    return { file, id, language, front, body }
  })
  const whole = new Set(facts.filter(({ language }) => language === fallback).map(({ id }) => id))
  for (const { id, file } of facts.filter(({ id }) => !whole.has(id)))
    problems.push({ file, line: 1, what: `There is no ${id}.md in ${fallback}`, fix: 'Write it first' })
  return { facts, problems }
}

function checkFact({ file, id, language, front, body }: FactSource, codes: readonly string[]): ContentProblem[] {
  const at = (key: string) => ({ file, line: front.get(key)?.line ?? 1 })
  const problems: ContentProblem[] = []
  if (!codes.includes(language))
    problems.push({ file, line: 1, what: `${language} is not in locales.yml`, fix: `Use one of ${codes.join(', ')}` })
  for (const [key, value] of Object.entries({ fact: id, locale: language })) {
    const found = front.get(key)
    if (found && found.text !== value)
      problems.push({ ...at(key), what: `${key} is ${found.text}`, fix: `Here it is ${value}` })
  }
  const day = front.get('reviewedOn')
  if (day && !/^\d{4}-\d{2}-\d{2}$/.test(day.text))
    problems.push({ ...at('reviewedOn'), what: `reviewedOn is ${day.text}`, fix: 'Write a date: 2026-11-22' })
  if (body.text === '') problems.push({ file, line: body.line, what: 'The fact has no text', fix: 'Write it' })
  return problems
}
