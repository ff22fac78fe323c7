import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { error, type Finding } from './finding.ts'
import type { Cover } from './render-covers.ts'

/** Every cover on disk is what its scene draws. */
export function checkCovers(covers: readonly Cover[]): Finding[] {
  return covers.flatMap(({ path, svg, from }) => {
    const isSame = existsSync(path) && readFileSync(path, 'utf8') === svg
    if (isSame) return []
    const what = existsSync(path) ? `${basename(path)} is older than its scene` : `${basename(path)} has not been drawn`
    return [error(from, what, 'Run npm run content:check -- --write')]
  })
}
