import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Exceptions } from './check-area.ts'
import { literalOf, parseSource, partOf, partsOf, type SyntaxNode, type Usage } from './find-usage.ts'
import type { DeclaredScreen } from '../../apps/web/build/read-screens.ts'
import type { TextsFile } from './read-areas.ts'

/** Keys that no source uses. For computed keys, any string in the sources counts, so nothing in use is reported. */
export function findUnused(english: Map<string, TextsFile>, usages: Usage[], exceptions: Exceptions): string[] {
  const keys = new Set(usages.flatMap((usage) => [...usage.keys]))
  const patterns = usages.flatMap((usage) => usage.patterns)
  const strings = new Set(usages.flatMap((usage) => [...usage.strings]))
  const computed = [...new Set(usages.flatMap((usage) => [...usage.computed]))]
  const isUsed = (key: string): boolean =>
    keys.has(key) ||
    patterns.some((pattern) => pattern.test(key)) ||
    computed.some((prefix) => key.startsWith(prefix) && strings.has(key.slice(prefix.length)))

  return [...english].flatMap(([name, { file, texts }]) =>
    [...texts.keys()]
      .map((key) => `${name.replace(/.*\//, '')}.${key}`)
      .filter((key) => !isUsed(key) && !exceptions.mayBeUnused(key))
      .map((key) => `${file}: ${key} is not used by any screen`),
  )
}

/** `groups` are loaded together with what is imported later: `needTexts(['…'])`. */
type Imports = { now: string[]; later: string[]; groups: string[] }

const importsOf = (path: string): Imports => {
  const found: Imports = { now: [], later: [], groups: [] }
  const visit = (node: SyntaxNode): void => {
    const source = literalOf(partOf(node, 'source'))
    const isType = node.importKind === 'type' || node.exportKind === 'type'
    if (source?.startsWith('.') && !isType)
      (node.type === 'ImportExpression' ? found.later : found.now).push(join(dirname(path), source))
    if (node.type === 'CallExpression' && partOf(node, 'callee')?.name === 'needTexts')
      for (const list of partsOf({ type: '', list: node.arguments }))
        found.groups.push(...partsOf(list).flatMap((item) => literalOf(item) ?? []))
    for (const part of partsOf(node)) visit(part)
  }
  visit(parseSource(path))
  return found
}

/**
 * A file's imports, with the groups that have loaded when each is shown. A screen includes what it loads later; the app's entry
 * doesn't, because that would be the screens.
 */
const withImports = (
  start: string,
  groups: readonly string[],
  withLater: boolean,
): Map<string, ReadonlySet<string>> => {
  const found = new Map<string, ReadonlySet<string>>()
  const queue = [{ path: start, loaded: new Set(['core', ...groups]) }]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { path, loaded } = next
    if (found.has(path) || !/\.tsx?$/.test(path) || !existsSync(path)) continue
    found.set(path, loaded)
    const imports = importsOf(path)
    // Last, so that what is also imported now counts as that.
    if (withLater)
      queue.unshift(...imports.later.map((later) => ({ path: later, loaded: new Set([...loaded, ...imports.groups]) })))
    queue.push(...imports.now.map((now) => ({ path: now, loaded })))
  }
  return found
}

type Sources = { src: string; screens: DeclaredScreen[]; usages: Map<string, Usage>; groupOf: Map<string, string> }

/** Screens that use texts of groups they don't name, and so would show keys. @param src apps/web/src */
export function checkGroups({ src, screens, usages, groupOf }: Sources): string[] {
  const starts = [
    { file: join(src, 'main.tsx'), groups: [] as string[], withLater: false },
    ...screens.map(({ file, groups }) => ({ file: join(src, 'app', file), groups, withLater: true })),
  ]
  return starts.flatMap(({ file, groups, withLater }) => {
    return [...withImports(file, groups, withLater)].flatMap(([path, loaded]) =>
      [...(usages.get(path)?.namespaces ?? [])]
        .filter((namespace) => groupOf.has(namespace) && !loaded.has(groupOf.get(namespace) ?? ''))
        .map((namespace) => {
          const from = relative(src, path)
          return `${relative(src, file)}: uses ${namespace} (in ${from}) without naming the group ${groupOf.get(namespace)}`
        }),
    )
  })
}
