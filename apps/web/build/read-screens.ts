import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { screens } from '../../../packages/contract/src/screens.ts'

/** A screen as declared in screens.ts: the file of its page, and the groups of texts loaded besides `core`. */
export type DeclaredScreen = {
  file: string
  groups: string[]
  /** Its address in the contract's table; undefined for a page that several addresses share. */
  pattern: keyof typeof screens | undefined
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
