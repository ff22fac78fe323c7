import { createRequire } from 'node:module'
import type { CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data'
import type { OldestBrowsers } from '../../apps/web/build/supported-browsers.ts'

/** What MDN's compatibility data says about features, for one list of oldest versions. Features are named by their path there. */

const idsOf: Record<keyof OldestBrowsers, (keyof CompatStatement['support'])[]> = {
  chrome: ['chrome', 'chrome_android'],
  edge: ['edge'],
  firefox: ['firefox', 'firefox_android'],
  safari: ['safari'],
  ios: ['safari_ios'],
}

/** Negative if a version is older than another. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.replace('≤', '').split('.').map(Number)) as [number[], number[]]
  const at = [0, 1, 2].find((part) => (a[part] ?? 0) !== (b[part] ?? 0)) ?? 0
  return (a[at] ?? 0) - (b[at] ?? 0)
}

const isIn = (statement: SimpleSupportStatement, version: string): boolean => {
  const { version_added: added, version_removed: removed } = statement
  if (typeof added !== 'string' || added === 'preview' || compareVersions(added, version) > 0) return false
  return typeof removed !== 'string' || removed === 'preview' || compareVersions(removed, version) > 0
}

// Required, because a test runner takes long to transform 20 MB.
const data = createRequire(import.meta.url)('@mdn/browser-compat-data') as Identifier

/** A feature under another name, or behind a switch, doesn't count; a prefix does where it's written too. */
const counts = (statement: SimpleSupportStatement, prefixes: ReadonlySet<string>): boolean =>
  statement.flags === undefined &&
  statement.alternative_name === undefined &&
  (statement.prefix === undefined || prefixes.has(statement.prefix))

const noPrefixes: ReadonlySet<string> = new Set()

export class CompatData {
  readonly #lacking = new Map<string, (keyof OldestBrowsers)[]>()

  constructor(private readonly oldest: OldestBrowsers) {}

  /** @returns undefined if the data has no such feature */
  find(path: string): Identifier | undefined {
    let node: Identifier | undefined = data
    for (const key of path.split('.')) node = node && Object.hasOwn(node, key) ? node[key] : undefined
    return node
  }

  /** What the data says about a feature itself, besides the features under it. */
  statementOf(path: string): CompatStatement | undefined {
    return this.find(path)?.['__compat']
  }

  /** The browsers of the list in which a feature is missing; none for a feature that the data doesn't have. */
  lackingIn(path: string, prefixes = noPrefixes): (keyof OldestBrowsers)[] {
    const support = this.statementOf(path)?.support
    if (support === undefined) return []
    return (Object.keys(idsOf) as (keyof OldestBrowsers)[]).filter((browser) =>
      idsOf[browser].some((id) => {
        const statements = [support[id] ?? []].flat()
        return (
          statements.length > 0 &&
          !statements.some((statement) => counts(statement, prefixes) && isIn(statement, this.oldest[browser]))
        )
      }),
    )
  }

  isMissing(path: string, prefixes = noPrefixes): boolean {
    if (prefixes.size > 0) return this.lackingIn(path, prefixes).length > 0
    const known = this.#lacking.get(path) ?? this.lackingIn(path)
    this.#lacking.set(path, known)
    return known.length > 0
  }

  isStandard(path: string): boolean {
    return this.statementOf(path)?.status?.standard_track !== false
  }

  /** `firefox 125, safari 17.4`: the versions that have a feature, for the browsers whose oldest version lacks it. */
  describeNeeds(path: string): string {
    const support = this.statementOf(path)?.support
    return this.lackingIn(path)
      .map((browser) => {
        const id = idsOf[browser].at(-1)
        const [latest] = [(id && support?.[id]) ?? []].flat()
        return `${browser} ${typeof latest?.version_added === 'string' ? latest.version_added : 'never'}`
      })
      .join(', ')
  }

  /** The names of the features right under a path. */
  namesIn(path: string): string[] {
    return Object.keys(this.find(path) ?? {}).filter((key) => key !== '__compat')
  }
}
