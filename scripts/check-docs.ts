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

const problemsOf = (document: string): string[] => {
  const text = read(document)
  const problems: string[] = []
  for (const [, name = ''] of text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)) {
    if (!scripts.has(name)) problems.push(`npm run ${name} is not a script`)
  }
  for (const [, name = ''] of text.matchAll(/`npm (?!run)([\w:-]+)/g)) {
    if (!scripts.has(name) && !builtInCommands.has(name)) problems.push(`npm ${name} is not a command`)
  }
  for (const span of inCode(text)) {
    if (looksLikePath(span) && !exists(span)) problems.push(`${span} does not exist`)
    const variable = /^([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)(?:=.*)?$/.exec(span)?.[1]
    const known = variable === undefined || environment.includes(variable) || !document.includes('operations')
    if (!known) problems.push(`${variable} is no variable of the configuration`)
  }
  for (const [, target = ''] of text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)) {
    if (!existsSync(join(root, document, '..', target))) problems.push(`link to ${target} leads nowhere`)
  }
  return problems.map((problem) => `${document}: ${problem}`)
}

const problems = ['README.md', 'CONTRIBUTING.md', ...documents('docs'), 'content/README.md', 'bench/README.md'].flatMap(
  problemsOf,
)
for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? 'Docs are true.' : `${problems.length} untrue lines in docs.`)
process.exit(problems.length === 0 ? 0 : 1)
