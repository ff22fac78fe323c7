import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screens as patterns } from '../../../packages/contract/src/screens.ts'

/** A screen as declared in screens.ts: the file of its page, and the groups of texts loaded besides `core`. */
export type DeclaredScreen = {
  file: string
  groups: string[]
  /** Its address in the contract's table; undefined for a page that several addresses share. */
  pattern: keyof typeof patterns | undefined
}

/** `patterns.plans`, `import('./routes/plans.tsx')`, the component, and the list of groups. */
const declaration =
  /(?:patterns\.(\w+),\s*'[\w-]+',\s*\(\) =>\s*)?import\('\.\/([\w/-]+\.tsx)'\)(?:,\s*\(m\) => m\.\w+|\.then\(\s*\(m\) => m\.\w+,?\s*\)),?\s*(?:\[([^\]]*)\])?/g

/** @param app apps/web/src/app @returns files relative to it: `routes/plans.tsx` */
export function readScreens(app: string): DeclaredScreen[] {
  const source = readFileSync(join(app, 'screens.ts'), 'utf8')
  return [...source.matchAll(declaration)].map(([, pattern, file = '', groups = '']) => ({
    file,
    groups: [...groups.matchAll(/'(\w+)'/g)].map((match) => match[1] ?? ''),
    // The compiler has checked the name in screens.ts.
    pattern: pattern as DeclaredScreen['pattern'],
  }))
}

/** What the document requests before the scripts run: each screen's files, by their index in `files`. */
export type EarlyFiles = {
  files: string[]
  /** A regular expression of the address, the groups of texts, and the files of the screen. */
  screens: [address: string, groups: string[], files: number[]][]
  /** Of a language and group: `en-core`. */
  texts: Record<string, number>
  /** Files of every screen of a signed-in learner. */
  signedIn: number[]
}

/** The parts of a built chunk that matter here. */
export type BuiltChunk = {
  type: 'chunk'
  fileName: string
  imports: string[]
  isEntry: boolean
  facadeModuleId: string | null
  viteMetadata?: { importedCss: Set<string> }
}
type Bundle = Record<string, BuiltChunk | { type: 'asset' }>

const app = join(import.meta.dirname, '../src/app')

/** `/course/:courseId` and `/quiz/*` as the source of a regular expression. */
const addressOf = (pattern: string): string => `^${pattern.replaceAll(/:\w+/g, '[^/]+').replace('/*', '/.*')}$`

const filesOf = (bundle: Bundle, start: BuiltChunk, found = new Set<string>()): Set<string> => {
  if (found.has(start.fileName)) return found
  found.add(start.fileName)
  for (const css of start.viteMetadata?.importedCss ?? []) found.add(css)
  for (const name of start.imports) {
    const chunk = bundle[name]
    if (chunk?.type === 'chunk') filesOf(bundle, chunk, found)
  }
  return found
}

/** Lists the files of each screen, without those that the document itself requests. */
export function listEarlyFiles(bundle: Bundle): EarlyFiles {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
  const entry = chunks.find(({ isEntry }) => isEntry)
  const always = entry ? filesOf(bundle, entry) : new Set<string>()
  const files: string[] = []
  const indexOf = (file: string): number => (files.includes(file) ? files.indexOf(file) : files.push(file) - 1)
  const indexesFor = (path: string): number[] => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === join(app, path))
    return chunk ? [...filesOf(bundle, chunk)].filter((file) => !always.has(file)).map(indexOf) : []
  }
  const texts = chunks.flatMap(({ fileName }): [string, number][] => {
    const name = /texts-(\w+-\w+)\./.exec(fileName)?.[1]
    return name === undefined ? [] : [[name, indexOf(fileName)]]
  })
  return {
    screens: readScreens(app).flatMap(({ file, groups, pattern }) =>
      pattern === undefined ? [] : [[addressOf(patterns[pattern]), ['core', ...groups], indexesFor(file)]],
    ),
    signedIn: indexesFor('signed-in.tsx'),
    texts: Object.fromEntries(texts),
    files,
  }
}
