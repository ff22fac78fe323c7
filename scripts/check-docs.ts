import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Docs go stale unless they're checked. This checks what they claim: paths, links, npm scripts and settings exist, the
 * folder map is complete, decision records follow the template and are indexed, and citations lead to a decision or
 * product rule that exists.
 */
const mostRecords = 50
const mostWordsPerRecord = 300
/** Direct ones of what runs in production; each is a reason to trust someone. */
const mostDependencies = 45

/** Their direct subfolders must all be in the folder map. */
const mappedFolders = [
  'packages',
  'apps/server/src',
  'apps/server/src/features',
  'apps/server/src/adapters',
  'apps/server/src/desk',
  'apps/desk/src',
  'apps/player/src',
  'apps/web/src',
  'apps/web/src/features',
]
const codeFolders = ['apps', 'packages', 'scripts', 'e2e', 'bench', 'durability']
const npmCommands = new Set(['ci', 'install', 'pack', 'test', 'start'])
/** These use capitals for names of content and of the API. */
const withoutSettings = new Set(['docs/architecture.md', 'docs/spec-coverage.md', 'content/README.md'])
const mapFile = 'docs/architecture.md'
const rulesFile = 'docs/product.md'
const recordsFolder = 'docs/decisions'

type Doc = { path: string; text: string }

/** @returns one line per problem, with the file it is in; empty when the docs are true */
export function checkDocs(root: string): string[] {
  const read = (path: string): string => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '')
  const docs = listDocs(root).map((path): Doc => ({ path, text: read(path) }))
  const records = docs.filter(({ path }) => path.startsWith(`${recordsFolder}/0`))
  const code = codeFolders
    .flatMap((folder) => listFiles(root, folder))
    .filter((path) => /\.(ts|tsx|mjs|sql|css)$/.test(path))
    .map((path): Doc => ({ path, text: read(path) }))
  const fileNames = new Set(code.map(({ path }) => basename(path)))
  const manifests = ['.', ...foldersIn(root, 'apps'), ...foldersIn(root, 'packages')].map((folder) =>
    parseManifest(read(join(folder, 'package.json'))),
  )
  const scripts = new Set(Object.keys(manifests[0]?.scripts ?? {}))
  const settings = namesOfSettings(read('.env.example'), code)
  const rules = [...read(rulesFile).matchAll(/^- \*\*(R\d+)\*\*/gm)].map(([, rule = '']) => rule)
  const cited = { numbers: new Set(records.map(numberOf)), rules: new Set(rules) }

  return [
    ...docs.flatMap((doc) => [
      ...unknownCommands(doc, scripts),
      ...unknownPaths(root, doc),
      ...unknownFiles(doc, fileNames),
      ...(withoutSettings.has(doc.path) ? [] : unknownSettings(doc, settings)),
      ...unknownCitations(doc, cited, matchesOf(doc.text, /\((0\d{3})\)|decisions? \[?(0\d{3})\b|\b(R\d+)\b/g)),
    ]),
    ...code.flatMap((doc) => unknownCitations(doc, cited, citationsInCode(doc.text))),
    ...repeated(rules).map((rule) => `${rulesFile}: ${rule} is there twice`),
    ...mapProblems(root, read(mapFile)),
    ...records.flatMap((record) => templateProblems(record, cited.numbers)),
    ...repeated(records.map(numberOf)).map((number) => `${recordsFolder}: two records have the number ${number}`),
    ...(records.length > mostRecords ? [`${recordsFolder}: ${records.length} records, at most ${mostRecords}`] : []),
    ...indexProblems(records, read(`${recordsFolder}/README.md`)),
    ...tooManyDependencies(manifests),
    ...unexplainedDependencies(manifests, records.map(({ text }) => text).join('\n')),
  ]
}

function listDocs(root: string): string[] {
  const atTop = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'content/README.md']
  const guides = codeFolders.flatMap((folder) => listFiles(root, folder)).filter((path) => path.endsWith('/README.md'))
  const inDocs = listFiles(root, 'docs').filter((path) => path.endsWith('.md'))
  return [...atTop.filter((path) => existsSync(join(root, path))), ...guides, ...inDocs]
}

function listFiles(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return /^(node_modules|dist)$/.test(entry.name) ? [] : listFiles(root, path)
    return [path]
  })
}

function foldersIn(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${folder}/${name}`)
}

type Manifest = {
  name?: string
  scripts?: object
  dependencies?: object
  devDependencies?: object
  optionalDependencies?: object
}
// The files are ours, and npm has checked them.
const parseManifest = (text: string): Manifest => (text === '' ? {} : (JSON.parse(text) as Manifest))

/** Settings are in `.env.example`; tools and tests read a few more variables. */
function namesOfSettings(example: string, code: readonly Doc[]): Set<string> {
  const read = code.flatMap(({ text }) => [...text.matchAll(/\benv\.([A-Z][A-Z0-9_]+)/g)].map(([, name = '']) => name))
  return new Set([...(example.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []), ...read])
}

const inBackticks = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)
const numberOf = ({ path }: Doc): string => path.slice(recordsFolder.length + 1).slice(0, 4)
const repeated = (names: readonly string[]): string[] => names.filter((name, index) => names.indexOf(name) !== index)

function unknownCommands({ path, text }: Doc, scripts: ReadonlySet<string>): string[] {
  const run = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].filter(([, name = '']) => !scripts.has(name))
  const other = [...text.matchAll(/`npm (?!run\b)([\w:-]+)/g)].filter(
    ([, name = '']) => !scripts.has(name) && !npmCommands.has(name),
  )
  return [...run, ...other].map(([, name]) => `${path}: npm has no script ${name}`)
}

/** A span is a path of ours if it starts with one of our folders and has no blanks, patterns or places to fill in. */
function unknownPaths(root: string, { path, text }: Doc): string[] {
  const isOurs = /^(apps|packages|content|e2e|bench|durability|docs|scripts|\.ci)\/[\w./-]*$/
  const paths = inBackticks(text).filter((span) => isOurs.test(span) && !existsSync(join(root, span)))
  const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, target = '']) => target)
  return [
    ...paths.map((span) => `${path}: ${span} doesn't exist`),
    ...links
      .filter((target) => !existsSync(join(root, dirname(path), target)))
      .map((target) => `${path}: the link to ${target} is broken`),
  ]
}

/** A name without a folder is a file of code or a pattern such as `<table>.sql.ts`. */
function unknownFiles({ path, text }: Doc, fileNames: ReadonlySet<string>): string[] {
  return inBackticks(text)
    .filter((span) => /^\w[\w.-]*\.(?:ts|tsx|mjs)$/.test(span) && !fileNames.has(span))
    .map((span) => `${path}: no file is named ${span}`)
}

/** Names in capitals with an underscore are taken for settings. */
function unknownSettings({ path, text }: Doc, settings: ReadonlySet<string>): string[] {
  return inBackticks(text)
    .map((span) => /^([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)(?:=.*)?$/.exec(span)?.[1])
    .filter((name) => name !== undefined && !settings.has(name))
    .map((name) => `${path}: ${name} isn't a setting`)
}

type Cited = { numbers: ReadonlySet<string>; rules: ReadonlySet<string> }

/** What the groups of a pattern match. */
const matchesOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap((match) => match.slice(1).filter((group) => group !== undefined))

/** All numbers of `docs/product.md R24, R25-R28; docs/decisions/0021`, also across the lines of a comment. */
const citationsInCode = (text: string): string[] =>
  matchesOf(text, /docs\/decisions\/(0\d{3})\b|docs\/product\.md((?:[\s,*/-]|and|R\d+\b)+)/g).flatMap(
    (group) => group.match(/^0\d{3}$|R\d+/g) ?? [],
  )

function unknownCitations({ path }: Doc, { numbers, rules }: Cited, names: readonly string[]): string[] {
  return names
    .filter((name) => !numbers.has(name) && !rules.has(name))
    .map((name) => `${path}: cites ${name}, which doesn't exist`)
}

/** In the map, a row begins with its folder: | `packages/rules/` | … */
function mapProblems(root: string, map: string): string[] {
  const listed = [...map.matchAll(/^\| `([\w./-]+)\/` \|/gm)].map(([, folder = '']) => folder)
  const existing = mappedFolders.flatMap((folder) => foldersIn(root, folder))
  return [
    ...existing.filter((folder) => !listed.includes(folder)).map((folder) => `${mapFile}: ${folder}/ isn't in the map`),
    ...listed
      .filter((folder) => mappedFolders.includes(dirname(folder)) && !existing.includes(folder))
      .map((folder) => `${mapFile}: ${folder}/ is in the map but doesn't exist`),
    ...repeated(listed).map((folder) => `${mapFile}: ${folder}/ is in the map twice`),
  ]
}

function templateProblems(record: Doc, numbers: ReadonlySet<string>): string[] {
  const { path, text } = record
  const [title = '', , date = '', status = ''] = text.split('\n')
  const successor = /^Status: superseded by (0\d{3})$/.exec(status)?.[1]
  const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, name]) => name).join(', ')
  const words = text.split(/\s+/).length
  const problems = [
    !new RegExp(`^# ${numberOf(record)} \\S`).test(title) && `the first line isn't "# ${numberOf(record)} Title"`,
    !/^Date: \d{4}-\d\d-\d\d$/.test(date) && 'the third line has no date ("Date: 2026-01-31")',
    status !== 'Status: accepted' &&
      successor === undefined &&
      'the fourth line has no status ("Status: accepted" or "Status: superseded by 0123")',
    successor !== undefined && !numbers.has(successor) && `is superseded by ${successor}, which doesn't exist`,
    sections !== 'Context, Decision, Consequences' && 'the sections must be Context, Decision, Consequences',
    words > mostWordsPerRecord && `${words} words, at most ${mostWordsPerRecord}`,
  ]
  return problems.filter((problem) => problem !== false).map((problem) => `${path}: ${problem}`)
}

function indexProblems(records: readonly Doc[], index: string): string[] {
  const listed = [...index.matchAll(/^- \[\d+\]\(([^)]+)\)/gm)].map(([, file]) => `${recordsFolder}/${file}`)
  return [
    ...records.filter(({ path }) => !listed.includes(path)).map(({ path }) => `${path}: isn't in the index`),
    ...repeated(listed).map((path) => `${path}: is in the index twice`),
  ]
}

/** The root has only tools; these run at the author's and the seller's. */
const tools = new Set(['@kitewise/content-tools', '@kitewise/course-export'])

function tooManyDependencies(manifests: readonly Manifest[]): string[] {
  const running = manifests.slice(1).filter(({ name }) => !tools.has(name ?? ''))
  const names = new Set(running.flatMap(({ dependencies }) => Object.keys(dependencies ?? {})))
  const count = [...names].filter((name) => !name.startsWith('@kitewise/')).length
  return count > mostDependencies
    ? [`package.json: ${count} direct production dependencies, at most ${mostDependencies}`]
    : []
}

function unexplainedDependencies(manifests: readonly Manifest[], reasons: string): string[] {
  const names = manifests.flatMap(({ dependencies, devDependencies, optionalDependencies }) =>
    Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }),
  )
  const isExplained = (name: string): boolean =>
    name.startsWith('@kitewise/') ||
    reasons.includes(`\`${name}\``) ||
    reasons.includes(`\`${name.replace(/\/.*/, '')}/*\``)
  return [...new Set(names)]
    .filter((name) => !isExplained(name))
    .map((name) => `package.json: no decision explains the dependency ${name}`)
}

if (process.argv[1] === import.meta.filename) {
  const problems = checkDocs(join(import.meta.dirname, '..'))
  for (const problem of problems) console.error(problem)
  console.log(problems.length === 0 ? 'The docs are true.' : `${problems.length} problems in the docs.`)
  process.exitCode = problems.length === 0 ? 0 : 1
}
