import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'

/**
 * Checks the structure of the whole repository, because lint sees only one file at a time. Fails on import cycles
 * between folders, imports of a higher layer, and imports between the web app's features. Warns if file sizes drift.
 * `--crumbs` lists the small files that their one importer should absorb.
 */

/** Path from the root, number of lines, and the specifiers of the imports. */
export type Source = { path: string; lines: number; imports: readonly string[] }

/** The specifiers of all imports and re-exports of a TypeScript file, including types and dynamic imports. */
export function readImports(text: string): string[] {
  return [
    ...text.matchAll(/^(?:import|export)\s[^'";]*?\bfrom\s*'([^']+)'|^import\s*'([^']+)'|\bimport\('([^']+)'\)/gm),
  ].map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '')
}

/** The path of an import in the repository, or `packages/x` for our packages; null for anything else. */
const targetOf = (from: string, specifier: string): string | null => {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier))
  const own = /^@kitewise\/([^/]+)/.exec(specifier)?.[1]
  return own ? `packages/${own}/` : null
}

/** The folder whose imports must form a tree: a feature, an app layer or a package. Null for an app's root files. */
const folderOf = (path: string): string | null =>
  /^(apps\/\w+\/src\/(?:features|desk|sections)\/[^/]+|apps\/\w+\/src\/[^/]+|packages\/[^/]+)\//.exec(path)?.[1] ?? null

/** Folder → imported folders, each with one import as evidence. */
type Graph = Map<string, Map<string, string>>

const graphOf = (sources: readonly Source[]): Graph => {
  const graph: Graph = new Map()
  for (const { path, imports } of sources)
    for (const specifier of imports) {
      const [from, to] = [folderOf(path), folderOf(targetOf(path, specifier) ?? '')]
      if (!from || !to || from === to) continue
      const edges = graph.get(from) ?? new Map<string, string>()
      if (!edges.has(to)) edges.set(to, `${path} imports ${specifier}`)
      graph.set(from, edges)
    }
  return graph
}

/** The shortest cycle through a folder, as its imports. */
const shortestCycle = (graph: Graph, start: string): string[] | null => {
  const ways = new Map<string, string[]>([[start, []]])
  for (const [folder, way] of ways)
    for (const [to, proof] of graph.get(folder) ?? []) {
      if (to === start) return [...way, proof]
      if (!ways.has(to)) ways.set(to, [...way, proof])
    }
  return null
}

/** The shortest cycle for each folder in one, without duplicates. */
export function findCycles(sources: readonly Source[]): string[] {
  const graph = graphOf(sources)
  const cycles = [...graph.keys()].flatMap((folder) => [shortestCycle(graph, folder)?.sort() ?? []])
  const messages = cycles
    .filter((cycle) => cycle.length > 0)
    .map((cycle) => `import cycle between folders:\n${cycle.map((proof) => `    ${proof}`).join('\n')}`)
  return [...new Set(messages)].sort()
}

/** From low to high. Other root files (config, context …) may be imported everywhere and import no feature. */
const layers: Record<string, readonly RegExp[]> = {
  'apps/server/src/': [
    /^(telemetry|platform|adapters|database)\//,
    /^(features|backups)\//,
    /^desk\//,
    /^(http|jobs|observability)\//,
    /^(cli\/|(main|create-context|seed-demo-accounts)\.ts$)/,
  ],
  'apps/player/src/': [/^lms\//, /^state\//, /^screens\//, /^(main|player)\.tsx$/],
  'apps/desk/src/': [/^(lib|components)\//, /^sections\//, /^(shell\/|main\.tsx$)/],
  'apps/web/src/': [/^(lib|components)\//, /^features\//, /^(app\/|main\.tsx$)/],
}

const layerOf = (app: string, path: string): number =>
  path.startsWith(app) ? (layers[app] ?? []).findIndex((names) => names.test(path.slice(app.length))) : -1

export function findUpwardImports(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, imports }) => {
    const app = Object.keys(layers).find((folder) => path.startsWith(folder))
    if (app === undefined) return []
    const own = Math.max(0, layerOf(app, path))
    return imports
      .filter((specifier) => layerOf(app, targetOf(path, specifier) ?? '') > own)
      .map((specifier) => `${path} imports ${specifier} from a higher layer: move what both need down, or pass it in`)
  })
}

const webFeatureOf = (path: string): string | undefined => /^apps\/web\/src\/features\/([^/]+)\//.exec(path)?.[1]

/** Imports between features of the web app, which only pages put together. */
export function findForeignFeatures(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, imports }) =>
    imports
      .filter((specifier) => {
        const [own, other] = [webFeatureOf(path), webFeatureOf(targetOf(path, specifier) ?? '')]
        return own !== undefined && other !== undefined && own !== other
      })
      .map((specifier) => `${path} imports ${specifier} of another feature: put them together in a page in app/routes`),
  )
}

/** Files under 40 lines whose only importer is in the same folder. */
export function findCrumbs(sources: readonly Source[]): string[] {
  const importers = new Map<string, Set<string>>()
  for (const { path, imports } of sources)
    for (const specifier of imports) {
      const target = targetOf(path, specifier)
      if (target) importers.set(target, (importers.get(target) ?? new Set()).add(path))
    }
  return sources
    .filter(({ path, lines }) => {
      const [only, ...others] = importers.get(path) ?? []
      return lines < 40 && only !== undefined && others.length === 0 && dirname(only) === dirname(path)
    })
    .map(({ path }) => path)
}

/**
 * The learners' product has about 800 files; the rest is for the console, operations, organizations and course packages. Many tiny
 * ones are a rule or a limit that apps and server share, or one table's statements.
 */
const limits = { files: 1240, median: 75, ninetieth: 200, tiny: 170, crumbs: 25 }

/** Warnings about sizes beyond the limits, and one summary line. */
export function describeSizes(sources: readonly Source[]): { summary: string; warnings: string[] } {
  const sizes = sources.map(({ lines }) => lines).sort((a, b) => a - b)
  const at = (share: number): number => sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * share))] ?? 0
  const found = {
    files: sources.length,
    median: at(0.5),
    ninetieth: at(0.9),
    tiny: sizes.filter((lines) => lines <= 25).length,
    crumbs: findCrumbs(sources).length,
  }
  const labels = {
    files: 'files',
    median: 'median lines',
    ninetieth: '90th percentile of lines',
    tiny: 'files of at most 25 lines',
    crumbs: 'files under 40 lines with one importer, in the same folder',
  }
  const keys = Object.keys(limits) as (keyof typeof limits)[]
  return {
    summary: keys.map((key) => `${labels[key]}: ${found[key]}`).join('; '),
    warnings: keys
      .filter((key) => found[key] > limits[key])
      .map((key) => `${labels[key]}: ${found[key]}, should be at most ${limits[key]}`),
  }
}

const isCode = (path: string): boolean =>
  !/\.(?:test|smoke|kill)\.|\.config\.|\.d\.ts$|^e2e\/|\/test-support\//.test(path)

const readSources = (): Source[] =>
  execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && isCode(path))
    .map((path) => {
      const text = readFileSync(path, 'utf8')
      return { path, lines: text.split('\n').length - 1, imports: readImports(text) }
    })

if (basename(process.argv[1] ?? '') === basename(import.meta.filename)) {
  const sources = readSources()
  const { summary, warnings } = describeSizes(sources)
  console.log(`Without tests: ${summary}`)
  for (const warning of warnings) console.warn(`Warning: ${warning}`)
  if (process.argv.includes('--crumbs')) for (const path of findCrumbs(sources)) console.log(`  ${path}`)
  const problems = [...findCycles(sources), ...findUpwardImports(sources), ...findForeignFeatures(sources)]
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exit(1)
}
