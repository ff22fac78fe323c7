import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Docs lie unless checked: every npm script, path and environment variable that README, CONTRIBUTING and docs name
 * in backticks must exist, and every relative link must lead somewhere.
 */
const root = join(import.meta.dirname, '..')

const documents = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return documents(path)
    return entry.name.endsWith('.md') ? [path] : []
  })

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const manifest: unknown = JSON.parse(read('package.json'))
const scripts = new Set(
  typeof manifest === 'object' && manifest && 'scripts' in manifest ? Object.keys(Object(manifest.scripts)) : [],
)
const builtInCommands = new Set(['ci', 'install', 'test', 'start'])
const environment = read('.env.example') + read('apps/server/src/config.ts')

const inCode = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '')

/** A span is taken for a path of the repository when it starts with one of our folders and has no blanks or patterns. */
const looksLikePath = (span: string): boolean =>
  /^(apps|packages|content|e2e|bench|docs|scripts|\.ci)\/[\w./-]*$/.test(span) && !span.includes('…')

const exists = (span: string): boolean => existsSync(join(root, span.replace(/\/$/, '')))

const untrueCommands = (text: string): string[] => [
  ...[...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)]
    .filter(([, name = '']) => !scripts.has(name))
    .map(([command]) => `${command} is not a script`),
  ...[...text.matchAll(/`npm (?!run)([\w:-]+)/g)]
    .filter(([, name = '']) => !scripts.has(name) && !builtInCommands.has(name))
    .map(([command]) => `${command} is not a command`),
]

const untruePaths = (document: string, text: string): string[] => [
  ...inCode(text)
    .filter((span) => looksLikePath(span) && !exists(span))
    .map((span) => `${span} does not exist`),
  ...[...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
    .filter(([, target = '']) => !existsSync(join(root, document, '..', target)))
    .map(([, target]) => `link to ${target} leads nowhere`),
]

/** Names in capitals with an underscore are taken for settings. */
const unknownSettings = (text: string): string[] =>
  inCode(text)
    .map((span) => /^([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)(?:=.*)?$/.exec(span)?.[1])
    .filter((name) => name !== undefined && !environment.includes(name))
    .map((name) => `${name} is no setting`)

const problemsOf = (document: string): string[] => {
  const text = read(document)
  const settings = document.endsWith('operations.md') || document === 'README.md' ? unknownSettings(text) : []
  return [...untrueCommands(text), ...untruePaths(document, text), ...settings].map(
    (problem) => `${document}: ${problem}`,
  )
}

const problems = ['README.md', 'CONTRIBUTING.md', ...documents('docs'), 'content/README.md', 'bench/README.md'].flatMap(
  problemsOf,
)
for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? 'Docs are true.' : `${problems.length} untrue lines in docs.`)
process.exit(problems.length === 0 ? 0 : 1)
