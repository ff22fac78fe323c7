import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { sharedWithServer, textFilesOf } from '../../apps/web/build/texts.ts'

/** Texts of one file by key: `mails.welcome.paragraphs.0`. `file` is for messages. */
export type TextsFile = { file: string; texts: Map<string, string> }

/**
 * One kind of text: for each language its files, by a language-neutral name (`core/login`). Without `isIcu`, texts have
 * placeholders only.
 */
export type Area = { name: string; isIcu: boolean; languages: Map<string, Map<string, TextsFile>> }

const flatten = (value: unknown, path: string, into: Map<string, string>): Map<string, string> => {
  if (typeof value === 'object' && value !== null)
    for (const [key, part] of Object.entries(value)) flatten(part, path === '' ? key : `${path}.${key}`, into)
  else into.set(path, String(value))
  return into
}

const readTexts = (root: string, path: string): TextsFile => ({
  file: relative(root, path),
  texts: flatten(JSON.parse(readFileSync(path, 'utf8')), '', new Map()),
})

const webArea = (root: string): Area => {
  const folder = join(root, 'web')
  const languages = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  // Files shared with the server are areas of their own here, so that a missing one is reported by its own name.
  const shared = new Set(sharedWithServer.map(({ namespace }) => namespace))
  const filesOf = (language: string) => textFilesOf(root, language).filter(({ namespace }) => !shared.has(namespace))
  return {
    name: 'web',
    isIcu: true,
    languages: new Map(
      languages.map(({ name }) => [
        name,
        new Map(filesOf(name).map(({ group, namespace, path }) => [`${group}/${namespace}`, readTexts(root, path)])),
      ]),
    ),
  }
}

const oneFileEach = (root: string, name: string, isIcu: boolean): Area => ({
  name,
  isIcu,
  languages: new Map(
    readdirSync(join(root, name))
      .filter((file) => file.endsWith('.json'))
      .map((file) => [file.replace('.json', ''), new Map([[name, readTexts(root, join(root, name, file))]])]),
  ),
})

/** All languages in one file of web, for texts that can't wait for a chunk. */
const oneFileForAll = (root: string, name: 'fatal' | 'no-script' | 'old-browser'): Area => {
  const path = join(root, `web/${name}.json`)
  const all = Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>)
  return {
    name,
    isIcu: false,
    languages: new Map(
      all.map(([language, texts]) => [
        language,
        new Map([[name, { file: `${relative(root, path)} ${language}`, texts: flatten(texts, '', new Map()) }]]),
      ]),
    ),
  }
}

/** Markdown by line number, to compare with English; without front matter and blank lines. */
const readLines = (root: string, path: string): TextsFile => {
  const lines = readFileSync(path, 'utf8')
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .split('\n')
  const texts = lines.map((line, index): [string, string] => [String(index + 1), line.replace(/^[\w-]+: /, '').trim()])
  return { file: relative(root, path), texts: new Map(texts.filter(([, line]) => line !== '')) }
}

/** @param quizzes content/quizzes */
export function readQuizWords(quizzes: string): Area {
  const languages: Area['languages'] = new Map()
  for (const quiz of existsSync(quizzes) ? readdirSync(quizzes) : [])
    for (const file of readdirSync(join(quizzes, quiz)).filter((name) => name.endsWith('.md'))) {
      const language = file.replace('.md', '')
      const files = languages.get(language) ?? new Map<string, TextsFile>()
      languages.set(language, files.set(quiz, readLines(quizzes, join(quizzes, quiz, file))))
    }
  return { name: 'quizzes', isIcu: false, languages }
}

/** All JSON texts. @param root packages/texts */
export function readAreas(root: string): Area[] {
  return [
    webArea(root),
    oneFileForAll(root, 'fatal'),
    oneFileForAll(root, 'no-script'),
    oneFileForAll(root, 'old-browser'),
    ...sharedWithServer.map(({ namespace }) => oneFileEach(root, namespace, true)),
    oneFileEach(root, 'player', true),
    oneFileEach(root, 'mails', false),
    oneFileEach(root, 'certificates', false),
    oneFileEach(root, 'evaluator', false),
  ]
}
