import type { IsSelected } from '../reading/read-content-folder.ts'
import type { ContentSource } from '../source.ts'
import { listIds } from '../structure/check-structure.ts'
import { error, type Finding } from './finding.ts'

const head = `# Every id that was ever published, one a line. Learners' progress is kept under them: none may be renamed, reused or lost.
# New ones are added by: npm run content:check -- --write
`

export function readIdsLock(text: string): string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

/** The file with all locked ids and those of the selected files. */
export function formatIdsLock(locked: readonly string[], source: ContentSource, isSelected: IsSelected): string {
  const chosen = listIds(source).filter(({ file }) => isSelected(file))
  const ids = new Set([...locked, ...chosen.map((place) => place.id)])
  return `${head}${[...ids].toSorted().join('\n')}\n`
}

/** The content still has every id of the lock. */
export function findLostIds(text: string, source: ContentSource, file: string): Finding[] {
  const present = new Set(listIds(source).map((place) => place.id))
  const lines = text.split('\n')
  return readIdsLock(text)
    .filter((id) => !present.has(id))
    .map((id) =>
      error(
        { file, line: lines.indexOf(id) + 1 },
        `The published id ${id} is gone`,
        'Bring it back; its text may change',
      ),
    )
}

/** The lock has every id of the content. */
export function findNewIds(text: string, source: ContentSource): Finding[] {
  const known = new Set(readIdsLock(text))
  return listIds(source)
    .filter((place) => !known.has(place.id))
    .map((place) => error(place, `${place.id} is not in ids.lock`, 'Run npm run content:check -- --write'))
}
