import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFrontMatter } from '../../packages/texts/read-languages.ts'
import { legalNames } from '../../packages/texts/web/legal-document.ts'
import { checkSentences } from './check-english.ts'
import { comparePlaces, isLeftInEnglish } from './check-area.ts'

type Document = { fields: Record<string, string>; body: string }

const headingsOf = (body: string): number => body.match(/^## /gm)?.length ?? 0
const linksOf = (body: string): Set<string> =>
  new Set([...body.matchAll(/\]\((\/[\w-]+)\)/g)].map((match) => match[1] ?? ''))
/** Figures without their language's decimal format. */
const figuresOf = (body: string): Set<string> =>
  new Set([...body.matchAll(/\d+(?:[.,]\d+)?/g)].map(([figure]) => figure.replace(',', '.')))

const lost = (what: string, wanted: Set<string>, found: Set<string>): string[] =>
  [...wanted].filter((one) => !found.has(one)).map((one) => `has lost the ${what} ${one}`)

const compare = (english: Document, translated: Document): string[] => {
  const same = ['version', 'lastUpdated'].filter((field) => english.fields[field] !== translated.fields[field])
  const englishLines = new Set(english.body.split('\n'))
  const left = translated.body.split('\n').filter((line) => englishLines.has(line) && isLeftInEnglish(line, line))
  return [
    ...same.map((field) => `says ${field}: ${translated.fields[field]}, English ${english.fields[field]}`),
    ...(headingsOf(english.body) === headingsOf(translated.body)
      ? []
      : [`has ${headingsOf(translated.body)} headings, English ${headingsOf(english.body)}`]),
    ...comparePlaces(english.body, translated.body),
    ...lost('link to', linksOf(english.body), linksOf(translated.body)),
    ...lost('figure', figuresOf(english.body), figuresOf(translated.body)),
    ...left.map((line) => `is left in English: "${line.slice(0, 60)}"`),
  ]
}

const checkFields = ({ fields, body }: Document, values: Set<string>): string[] => [
  ...['title', 'version', 'lastUpdated'].filter((field) => !fields[field]).map((field) => `has no ${field}`),
  ...[...body.matchAll(/\{\{(\w+)\}\}/g)]
    .filter(([, name = '']) => !values.has(name))
    .map(([place]) => `has the place ${place}, which nothing fills`),
]

/** The title and the lines, each named by its first words. */
const linesOf = ({ fields, body }: Document): [string, string][] => [
  ['title', fields.title ?? ''],
  ...body.split('\n').map((line): [string, string] => [`“${line.slice(0, 40)}”`, line]),
]

/**
 * A language has all legal texts or none, with the same version, date, headings, placeholders, links and figures.
 * @param folder packages/texts/legal @param values placeholders that the app fills in
 */
export function checkLegal(folder: string, values: Set<string>): string[] {
  return readdirSync(folder).flatMap((language) =>
    legalNames.flatMap((name) => {
      const path = join(folder, language, `${name}.md`)
      const file = `legal/${language}/${name}.md`
      if (!existsSync(path)) return [`${file}: is missing`]
      const english = readFrontMatter(readFileSync(join(folder, 'en', `${name}.md`), 'utf8'))
      const own = readFrontMatter(readFileSync(path, 'utf8'))
      const problems = [...checkFields(own, values), ...(language === 'en' ? [] : compare(english, own))]
      const words = checkSentences(file, linesOf(own), language)
      return [...problems.map((problem) => `${file}: ${problem}`), ...words]
    }),
  )
}
