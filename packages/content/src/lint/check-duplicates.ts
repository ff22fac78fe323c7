import type { ContentSource } from '../source.ts'
import { type Finding, warning } from './finding.ts'
import { listPieces } from './pieces.ts'

const size = 4
const most = 0.5

function listRuns(text: string): Set<string> {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  return new Set(words.slice(0, -size + 1).map((_, index) => words.slice(index, index + size).join(' ')))
}

/** Practices that say nearly the same (runs of four words) bore the learner. English alone: the others are translations. */
export function checkDuplicates(source: ContentSource): Finding[] {
  const tasks = listPieces(source)
    .filter(({ language, key }) => language === source.locales.fallback && (key === 'full' || key === 'question'))
    .map((piece) => ({ piece, runs: listRuns(piece.text) }))
    .filter(({ runs }) => runs.size >= 3)
  return tasks.flatMap(({ piece, runs }, index) =>
    tasks.slice(0, index).flatMap((other) => {
      const shared = [...runs].filter((run) => other.runs.has(run)).length
      if (shared / Math.min(runs.size, other.runs.size) <= most) return []
      const what = `This ${piece.key} is nearly that of ${other.piece.file}:${other.piece.line}`
      return [warning(piece, what, 'Take another scene')]
    }),
  )
}
