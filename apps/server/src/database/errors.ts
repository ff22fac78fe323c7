import { DatabaseError } from 'pg'

/** No connection: refused, lost, or no answer in time. A statement that was sent may or may not have run. */
export class DatabaseConnectionError extends Error {
  override name = 'DatabaseConnectionError'

  constructor(cause: unknown) {
    // For a host with several addresses, Node reports a refused connection without a message.
    const told =
      cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : cause.name) : String(cause)
    super(told, { cause })
  }
}

/** Connection lost (08), no resources (53), stopped or canceled (57), lock timeout, deadlock, serialization, read-only standby. */
const sqlStates = /^(08...|53...|57...|55P03|40P01|40001|25006|25P03)$/

/** Whether the same request may succeed later: the answer is 503, not 500. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseConnectionError || isStalePlan(error)) return true
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && sqlStates.test(error.code)
}

/** A schema change or a connection pooler has invalidated a prepared statement on this connection. */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    ((error.code === '0A000' && 'routine' in error && error.routine === 'RevalidateCachedQuery') ||
      error.code === '26000')
  )
}

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return error instanceof DatabaseError && error.code === '23505' && error.constraint === constraint
}

/** The database cannot be opened and the operator must act. The message is one line that says how: print it without a stack. */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError'
}
