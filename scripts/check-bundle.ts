import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { readScreens } from './texts/read-areas.ts'

/**
 * Checks the JavaScript of each route's first view against a budget, because people open the app on cheap phones. From
 * the build's manifest, a route loads the entry, its screen, the English texts of `core` and the screen's groups, the
 * signed-in part of the app where needed, and all their static imports.
 */
const repository = join(import.meta.dirname, '..')
const root = join(repository, 'dist', 'web')

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[]; isEntry?: boolean }

/**
 * In kB (1000 bytes) of brotli. Newcomers wait for /login and the quiz. Lessons include the Markdown reader. The
 * prompt dialog, the plan's free task and the capstone before a certificate load later.
 */
const budgets: Record<string, number> = {
  'login.tsx': 106,
  'quiz.tsx': 109,
  'lesson-learn.tsx': 175,
  'course.tsx': 134,
  'onboarding-result.tsx': 113,
  'plans.tsx': 131,
  // Every component and every peak; production servers don't serve it.
  'gallery-specimens.tsx': 150,
}
const otherBudget = 133
/** Public screens without the query client. */
const openToAll = new Set([
  'login.tsx',
  'restore-pass.tsx',
  'not-found.tsx',
  'quiz.tsx',
  'onboarding-processing.tsx',
  'onboarding-result.tsx',
  'onboarding-email.tsx',
])
/** The other public screens load `public-reads.tsx`; those that learners see too are measured with the larger part. */
const publicReads = new Set(['legal.tsx', 'plans.tsx', 'offer.tsx', 'checkout.tsx'])
const signedInPart = 'src/app/signed-in.tsx'
const publicReadsPart = 'src/app/public-reads.tsx'
const partOf = (name: string): string[] =>
  openToAll.has(name) ? [] : [publicReads.has(name) ? publicReadsPart : signedInPart]

const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(root, '.vite', 'manifest.json'), 'utf8'))

const withImports = (key: string, found = new Set<string>()): Set<string> => {
  if (found.has(key)) return found
  found.add(key)
  for (const next of manifest[key]?.imports ?? []) withImports(next, found)
  return found
}

const sizes = new Map<string, number>()
const sizeOf = (key: string): number => {
  const file = manifest[key]?.file ?? ''
  if (!file.endsWith('.js')) return 0
  const known = sizes.get(file) ?? brotliCompressSync(readFileSync(join(root, file))).length
  sizes.set(file, known)
  return known
}

const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
const declared = new Map(readScreens(join(repository, 'apps/web/src/app')).map(({ file, groups }) => [file, groups]))
const textsOf = (screen: string): string[] =>
  ['core', ...(declared.get(screen) ?? [])].map(
    (group) => Object.keys(manifest).find((key) => key.endsWith(`/texts-en-${group}`)) ?? '',
  )
const screens = Object.keys(manifest).filter((key) => key.startsWith('src/app/routes/'))
const allTexts = screens.flatMap((screen) => textsOf(screen.replace('src/app/', '')))
if (
  entry === undefined ||
  allTexts.includes('') ||
  screens.length === 0 ||
  !manifest[signedInPart] ||
  !manifest[publicReadsPart]
) {
  console.error('The manifest of dist/web does not name the entry, the texts or the screens. Was the build changed?')
  process.exit(1)
}

let isOver = false
for (const screen of screens) {
  const name = screen.replace('src/app/routes/', '')
  const parts = [entry, ...textsOf(`routes/${name}`), screen, ...partOf(name)]
  const chunks = new Set(parts.flatMap((key) => [...withImports(key)]))
  const kilobytes = [...chunks].reduce((sum, key) => sum + sizeOf(key), 0) / 1000
  const budget = budgets[name] ?? otherBudget
  if (kilobytes > budget) isOver = true
  console.log(`${kilobytes > budget ? 'OVER' : 'ok  '} ${name.padEnd(28)} ${kilobytes.toFixed(1)} of ${budget} kB`)
}
process.exit(isOver ? 1 : 0)
