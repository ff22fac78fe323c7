import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { judgeByRubric } from '@kitewise/content/judge-by-rubric'

type JudgePrompt = typeof judgeByRubric
type Verdict = ReturnType<JudgePrompt>

/** What the verdicts depend on beside task and prompt. */
const sources = ['packages/evaluator', 'packages/texts/evaluator', 'packages/content/src/lint', 'package-lock.json']
const skipped = /(^|\/)(node_modules|test-support)(\/|$)|\.test\.ts$/

const hash = (parts: Iterable<string | Buffer>): string => {
  const made = createHash('sha256')
  for (const part of parts) made.update(part).update('\0')
  return made.digest('base64url')
}

const fingerprint = (root: string): string => {
  const files = sources.flatMap((source) => {
    if (source.endsWith('.json')) return [source]
    const names = readdirSync(join(root, source), { recursive: true, withFileTypes: true })
    return names
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
  })
  const own = files.filter((file) => !skipped.test(file)).toSorted()
  return hash([process.version, ...own.flatMap((file) => [file, readFileSync(join(root, file))])])
}

type Kept = { fingerprint: string; verdicts: Record<string, Verdict> }

const readKept = (path: string, current: string): Kept['verdicts'] => {
  try {
    const kept = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Kept) : null
    return kept?.fingerprint === current ? kept.verdicts : {}
  } catch {
    // A file that was cut off is written anew.
    return {}
  }
}

/**
 * Scoring takes most of a check's time and depends on the evaluator, the task and the prompt alone, so verdicts are kept between runs.
 * @returns the judge, and `save`, which writes what was learned
 */
export const rememberVerdicts = (root: string, judge: JudgePrompt): { judge: JudgePrompt; save: () => void } => {
  const path = join(root, 'node_modules/.cache/kitewise/verdicts.json')
  const current = fingerprint(root)
  const verdicts = new Map(Object.entries(readKept(path, current)))
  const tasks = new WeakMap<object, string>()
  let isChanged = false
  const keyOf: (...question: Parameters<JudgePrompt>) => string = (task, prompt) => {
    const known = tasks.get(task) ?? hash([JSON.stringify(task)])
    tasks.set(task, known)
    return hash([known, prompt])
  }
  return {
    judge: (task, prompt) => {
      const key = keyOf(task, prompt)
      const known = verdicts.get(key)
      if (known) return known
      const { score, criteria, gate } = judge(task, prompt)
      const verdict = { score, criteria: criteria.map(({ id, met }) => ({ id, met })), gate }
      verdicts.set(key, verdict)
      isChanged = true
      return verdict
    },
    save: () => {
      if (!isChanged) return
      mkdirSync(dirname(path), { recursive: true })
      const kept: Kept = { fingerprint: current, verdicts: Object.fromEntries([...verdicts].slice(-mostKept)) }
      writeFileSync(path, JSON.stringify(kept))
    },
  }
}

/** Several times the prompts of all courses. */
const mostKept = 20_000
