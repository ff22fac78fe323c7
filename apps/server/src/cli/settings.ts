import { existsSync } from 'node:fs'
import { ContentError } from '@kitewise/content/source'
import { BackupError } from '../backups/seal.ts'
import { type Config, makeConfig } from '../config.ts'
import { DatabaseStartError } from '../database/errors.ts'

/** The command can't go on, and the message says what to do: printed without a stack. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** Loads `.env` from the current folder; variables that are already set win. */
export function loadVariables(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}

/** The settings of this installation, as the server reads them. @throws CommandError with every problem */
export function readSettings(): Config {
  const made = makeConfig(loadVariables(), process.cwd())
  if ('config' in made) return made.config
  throw new CommandError(
    ['These settings cannot be used:', ...made.problems.map((problem) => `  - ${problem}`)].join('\n'),
  )
}

export function say(...lines: string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`)
}

/** The message for an operator, or the stack of a bug. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isForOperator = [CommandError, BackupError, DatabaseStartError, ContentError].some(
    (kind) => error instanceof kind,
  )
  return isForOperator ? error.message : (error.stack ?? error.message)
}
