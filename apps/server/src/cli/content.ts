import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { checkContent } from '@kitewise/content-tools/check-content'
import { formatProblem } from '@kitewise/content/source'
import { CommandError, readSettings, say } from './settings.ts'

/** `kitewise content check`: mistakes in CONTENT_DIR, as authors see them. @returns the exit code: 1 with errors */
export function checkOwnContent(parts: readonly string[]): 0 | 1 {
  const { lines, errors } = findMistakes(readSettings().contentFolder, parts)
  say(...lines)
  return errors > 0 ? 1 : 0
}

/** @param parts only files whose paths contain one of them */
export function findMistakes(folder: string, parts: readonly string[]): { lines: string[]; errors: number } {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(basename(folder), file))
  const unmatched = parts.filter((part) => !files.some((file) => file.includes(part)))
  if (unmatched.length > 0) throw new CommandError(`No file in ${folder} has ${unmatched.join(', ')} in its path.`)
  const isSelected = (file: string): boolean => parts.length === 0 || parts.some((part) => file.includes(part))
  const findings = checkContent(folder, Date.now(), { isSelected, isReserving: false })
  const errors = findings.filter(({ level }) => level === 'error').length
  const lines = findings.map((finding) => `${finding.level === 'error' ? 'E' : 'W'}  ${formatProblem(finding)}`)
  return { lines: [...lines, `${errors} errors, ${findings.length - errors} warnings`], errors }
}
