import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A screen as `lazyScreen` declares it: the file of its page and the groups of texts that are loaded with it, besides `core`. */
export type DeclaredScreen = { file: string; groups: string[] }

const declaration = /import\('\.\/([\w/-]+\.tsx)'\),\s*\(m\) => m\.\w+,?\s*(?:\[([^\]]*)\])?/g

/** @param app the folder apps/web/src/app @returns files relative to it: `routes/plans.tsx` */
export const readScreens = (app: string): DeclaredScreen[] =>
  readdirSync(app)
    .filter((name) => name.endsWith('screens.ts'))
    .flatMap((name) => [...readFileSync(join(app, name), 'utf8').matchAll(declaration)])
    .map(([, file = '', groups = '']) => ({
      file,
      groups: [...groups.matchAll(/'(\w+)'/g)].map((match) => match[1] ?? ''),
    }))
