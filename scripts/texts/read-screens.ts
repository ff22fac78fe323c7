import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A screen as `lazyScreen` declares it: the file of its page and the groups of texts that are loaded with it, besides `core`. */
export type DeclaredScreen = { file: string; groups: string[] }

/** `import('./routes/plans.tsx')`, the choice of its component, and the list of groups. */
const declaration =
  /import\('\.\/([\w/-]+\.tsx)'\)(?:,\s*\(m\) => m\.\w+|\.then\(\s*\(m\) => m\.\w+,?\s*\)),?\s*(?:\[([^\]]*)\])?/g

/** @param app the folder apps/web/src/app @returns files relative to it: `routes/plans.tsx` */
export const readScreens = (app: string): DeclaredScreen[] =>
  [...readFileSync(join(app, 'screens.ts'), 'utf8').matchAll(declaration)].map(([, file = '', groups = '']) => ({
    file,
    groups: [...groups.matchAll(/'(\w+)'/g)].map((match) => match[1] ?? ''),
  }))
