import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { readScreens } from '../apps/web/build/read-screens.ts'

/**
 * Checks what the first view of each screen loads against a budget, because people open the app on cheap phones: the
 * entry, the screen's route group, the English texts of `core` and the screen's groups, the part for server data where
 * needed, and all their static imports. Each wave of files costs a round trip: the document, what it names, what only a
 * script names. Chunks that load later may not be crumbs.
 */
const repository = join(import.meta.dirname, '..')
const root = join(repository, 'dist', 'web')

type Chunk = {
  file: string
  name?: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
  isEntry?: boolean
}

/** Scripts and style sheets in kB (1000 bytes) of brotli, and how many files they are. */
type Budget = { scripts: number; styles: number; files: number }

/** By route group. What newcomers see first should have 100 kB at most, signing in 90; React alone is 58. Lessons include the Markdown reader and their exercises. */
const budgets: Record<string, Budget> = {
  'sign-in': { scripts: 90.4, styles: 9, files: 7 },
  pin: { scripts: 100, styles: 9, files: 9 },
  quiz: { scripts: 96.8, styles: 10.4, files: 8 },
  plan: { scripts: 105.6, styles: 11.6, files: 11 },
  gift: { scripts: 134.5, styles: 11.6, files: 14 },
  plans: { scripts: 97.8, styles: 11, files: 10 },
  offer: { scripts: 137, styles: 11.2, files: 16 },
  welcome: { scripts: 98.4, styles: 11.8, files: 11 },
  'welcome-course': { scripts: 99.9, styles: 11.8, files: 12 },
  legal: { scripts: 92.3, styles: 9.6, files: 7 },
  certificate: { scripts: 97, styles: 10.7, files: 8 },
  info: { scripts: 131.6, styles: 9, files: 12 },
  learn: { scripts: 130.4, styles: 12, files: 9 },
  lesson: { scripts: 177, styles: 15, files: 11 },
  'take-certificate': { scripts: 173, styles: 16.6, files: 12 },
  account: { scripts: 136, styles: 9.8, files: 11 },
  subscription: { scripts: 129.5, styles: 9.8, files: 10 },
  'month-plan': { scripts: 121, styles: 10, files: 9 },
  team: { scripts: 150, styles: 12.5, files: 17 },
  'team-settings': { scripts: 142.9, styles: 10, files: 13 },
  // Every component and every peak; production servers don't serve it.
  gallery: { scripts: 203.8, styles: 20.2, files: 24 },
}

/** Public screens without server data, or with what is read once. */
const withoutData = new Set([
  'sign-in',
  'pin',
  'quiz',
  'plan',
  'plans',
  'welcome',
  'welcome-course',
  'legal',
  'certificate',
])

/** A smaller script isn't worth a request of its own. Bytes before compression; texts are one file per group, the bundler keeps its helpers apart, a course's page for newcomers loads its lesson to try later, and what follows the focus and what is typed comes with the first key. */
const crumb = 4096
const allowedCrumbs = /\/(texts-|legal-|rolldown-runtime|welcome-course|lesson-to-try|focus|typing)/

const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(root, '.vite', 'manifest.json'), 'utf8'))

const withImports = (key: string, found = new Set<string>()): Set<string> => {
  if (found.has(key)) return found
  found.add(key)
  for (const next of manifest[key]?.imports ?? []) withImports(next, found)
  return found
}

const read = (file: string): Buffer => readFileSync(join(root, file))
const sizes = new Map<string, number>()
const sizeOf = (file: string): number => {
  const known = sizes.get(file) ?? brotliCompressSync(read(file)).length / 1000
  sizes.set(file, known)
  return known
}
const sum = (files: string[]): number => files.reduce((total, file) => total + sizeOf(file), 0)

/** These aren't drawn, unlike another screen at their address. */
const notDrawn = /learner-plans\.tsx$/

/** A screen that is drawn once for each of its places. */
const drawnPlaces: Record<string, string> = { quiz: 'quiz-1', welcomeCourse: 'welcome-ai-zero' }

/**
 * The document of a drawn screen names all its scripts: two waves. The one for all other screens names the core, which asks
 * at once for the rest: three.
 * @param name of the screen in the table; `notFound` for unknown addresses
 * @returns `idle`: scripts that a drawn document names without need
 */
const wavesOf = (
  name: string | undefined,
  scripts: readonly string[],
): { waves: number; allowed: number; idle: string[] } => {
  const drawn = join(root, 'documents', `${drawnPlaces[name ?? ''] ?? name}.en.html`)
  const isDrawn = existsSync(drawn)
  const document = readFileSync(isDrawn ? drawn : join(root, 'index.html'), 'utf8')
  const isNamed = (file: string): boolean => document.includes(`/${file}"`)
  const isCoreNamed = [...withImports(chunkOf('core'))].every((key) => isNamed(manifest[key]?.file ?? ''))
  const named = [...document.matchAll(/"\/(static\/js\/[^"]+\.js)"/g)].map(([, file = '']) => file)
  const idle = isDrawn ? named.filter((file) => !scripts.includes(file)) : []
  return { waves: (scripts.every(isNamed) ? 2 : 3) + (isCoreNamed ? 0 : 1), allowed: isDrawn ? 2 : 3, idle }
}

const problems: string[] = []

/** @throws {Error} if the build no longer makes this chunk */
const keyOf = (ending: string): string => {
  const key = Object.keys(manifest).find((name) => name.endsWith(ending))
  if (key === undefined) throw new Error(`The manifest of dist/web does not name ${ending}.`)
  return key
}

/** @throws {Error} if the build no longer makes a chunk of this name */
const chunkOf = (name: string): string => {
  const key = Object.keys(manifest).find((one) => manifest[one]?.name === name && manifest[one].file.endsWith('.js'))
  if (key === undefined) throw new Error(`The manifest of dist/web does not name the chunk ${name}.`)
  return key
}

for (const { pattern, group, file, groups } of readScreens(join(repository, 'apps/web/src/app'))) {
  const name = /([\w-]+)\.tsx?$/.exec(group)?.[1] ?? group
  const budget = budgets[name]
  if (budget === undefined) throw new Error(`${name} has no budget.`)
  const parts = [
    chunkOf('core'),
    chunkOf(name),
    ...['core', ...groups].map((texts) => keyOf(`/texts-en-${texts}`)),
    ...(withoutData.has(name) ? [] : [chunkOf('data')]),
  ]
  const chunks = [...new Set(parts.flatMap((key) => [...withImports(key)]))].map((key) => manifest[key] as Chunk)
  const scripts = [...new Set(chunks.map((chunk) => chunk.file))]
  const styles = [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))]
  const actual: Budget = {
    scripts: sum(scripts),
    styles: sum(styles),
    files: scripts.length + styles.length,
  }
  const { waves, allowed, idle } = wavesOf(
    file.endsWith('not-found.tsx') ? 'notFound' : notDrawn.test(file) ? undefined : pattern,
    scripts,
  )
  const over = (Object.keys(budget) as (keyof Budget)[]).filter((key) => actual[key] > budget[key])
  const line = `${name.padEnd(11)} ${file.replace('routes/', '').padEnd(26)} ${actual.scripts.toFixed(1)} kB of scripts, ${actual.styles.toFixed(1)} of styles, ${actual.files} files, ${waves} waves`
  console.log(line)
  if (over.length > 0) problems.push(`Over budget (${over.join(', ')}): ${line}`)
  if (idle.length > 0) problems.push(`Its document names scripts that it doesn't need (${idle.join(', ')}): ${line}`)
  if (waves > allowed) problems.push(`More than ${allowed} waves: ${line}`)
}

/** Every screen waits for what the core imports, and a chunk that holds a part of it imports it back. */
for (const key of manifest[chunkOf('core')]?.imports ?? [])
  if (manifest[key]?.name !== 'rolldown-runtime') problems.push(`The core imports ${manifest[key]?.file ?? key}.`)

for (const { file } of Object.values(manifest))
  if (file.endsWith('.js') && !allowedCrumbs.test(file) && read(file).length < crumb)
    problems.push(`A crumb of ${read(file).length} bytes: ${file}`)

for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)
