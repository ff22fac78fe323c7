import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The texts are beside this file in the sources, and beside the bundle in `dist/server`. */
const ownFolder = fileURLToPath(new URL('.', import.meta.url))

/**
 * Every language of an area, by code: `mails/es.json` becomes `es`. `npm run texts:check` checks the values.
 * @param area a folder with one JSON file per language
 */
export function readLanguages<Texts>(
  area: 'mails' | 'consent' | 'certificates' | 'landing',
  folder = ownFolder,
): Map<string, Texts> {
  return new Map(
    readdirSync(join(folder, area)).map((name) => [
      name.replace(/\.json$/, ''),
      JSON.parse(readFileSync(join(folder, area, name), 'utf8')) as Texts,
    ]),
  )
}

/** A legal text with its name (`terms`) and unfilled placeholders such as `{{brand}}`. */
export type LegalFile = { language: string; name: string; text: string }

/** Normalizes line ends, so that a checkout on Windows has the same text. */
export function readLegalFiles(folder = ownFolder): LegalFile[] {
  return readdirSync(join(folder, 'legal')).flatMap((language) =>
    readdirSync(join(folder, 'legal', language)).map((file) => ({
      language,
      name: file.replace(/\.md$/, ''),
      text: readFileSync(join(folder, 'legal', language, file), 'utf8').replaceAll('\r\n', '\n'),
    })),
  )
}

/**
 * Splits a Markdown file into its `key: value` front matter and its body.
 * @throws {Error} without front matter
 */
export function readFrontMatter(text: string): { fields: Record<string, string>; body: string } {
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text)
  if (!match) throw new Error('The file does not begin with front matter between two lines of ---.')
  const [, head = '', body = ''] = match
  const lines = head.split('\n').map((line) => /^(\w+): *(.*)$/.exec(line))
  return { fields: Object.fromEntries(lines.map((line) => [line?.[1] ?? '', line?.[2] ?? ''])), body }
}
