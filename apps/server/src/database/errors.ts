import { DatabaseError } from 'pg'

/** There is no connection: refused, lost in the middle, or no answer in time. What was sent may or may not have been done. */
export class DatabaseConnectionError extends Error {
  override name = 'DatabaseConnectionError'

  constructor(cause: unknown) {
    // Node gives a refused address with several IPs as an error without a message.
    const told =
      cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : cause.name) : String(cause)
    super(told, { cause })
  }
}

/**
 * SQLSTATEs that say "not now" about the server, not "wrong" about the query: connection lost (08), no resources, disk full
 * (53), stopped, starting or timed out by us (57), lock not free in time, deadlock, could not serialise, read-only standby.
 */
const sqlStates = /^(08...|53...|57...|55P03|40P01|40001|25006|25P03)$/

/** True when the request may succeed later without being changed: the answer is 503, not 500. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  if (error instanceof DatabaseConnectionError || isStalePlan(error)) return true
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && sqlStates.test(error.code)
}

/** A prepared statement that a change of the schema, or a connection pooler, has made useless on this connection. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ((error.code === '0A000' && 'routine' in error && error.routine === 'RevalidateCachedQuery') ||
    error.code === '26000')

/** Whether a statement failed because a row with these values is there already, by the name of the constraint. */
export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  error instanceof DatabaseError && error.code === '23505' && error.constraint === constraint

/** The database cannot be opened and a person must do something. The message is one line that says what: print it alone, without a stack. */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError'
}
