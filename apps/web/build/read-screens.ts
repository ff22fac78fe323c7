import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A screen of screens.ts: its address in the contract, its route group, its page's file, and the text groups besides `core`. */
export type DeclaredScreen = { pattern: string | undefined; group: string; file: string; groups: string[] }

/** `const learn = routeGroup('learn', () => import('./route-groups/learn.ts'))` */
const groupDeclaration = /const (\w+) = routeGroup\('[\w-]+', \(\) => import\('\.\/([\w/.-]+)'\)\)/g

/** `{ path: patterns.courses, Screen: learn((m) => m.CoursesPage, ['learning'])` */
const screenDeclaration = /(?:path: patterns\.(\w+),\s+Screen: )?(\w+)\(\(m\) => m\.(\w+)(?:, \[([^\]]*)\])?\)/g

/** The file of each page that a route group exports, by the page's name. */
const pagesOf = (app: string, group: string): Map<string, string> => {
  const exports = [...readFileSync(join(app, group), 'utf8').matchAll(/export \{([\w,\s]+)\} from '\.\.\/([\w/.-]+)'/g)]
  return new Map(exports.flatMap(([, names = '', file = '']) => names.split(',').map((name) => [name.trim(), file])))
}

/**
 * @param app apps/web/src/app
 * @returns files relative to it: `route-groups/offer.ts`, `routes/plans.tsx`
 * @throws Error if a route group exports no such page: nothing would check its texts
 */
export function readScreens(app: string): DeclaredScreen[] {
  const source = readFileSync(join(app, 'screens.ts'), 'utf8')
  const files = new Map([...source.matchAll(groupDeclaration)].map(([, name = '', file = '']) => [name, file]))
  return [...source.matchAll(screenDeclaration)].flatMap(([, pattern, name = '', page = '', groups = '']) => {
    const group = files.get(name)
    if (group === undefined) return []
    const file = group.startsWith('routes/') ? group : pagesOf(app, group).get(page)
    if (file === undefined) throw new Error(`${group} exports no ${page}`)
    return { pattern, group, file, groups: [...groups.matchAll(/'(\w+)'/g)].map((match) => match[1] ?? '') }
  })
}
