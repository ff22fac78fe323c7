/** Codes of the driver and of Node when there is no connection. */
const connectionCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/**
 * SQLSTATEs that say "not now" about the server, not "wrong" about the query: connection lost (08), no resources, disk full
 * (53), stopped, starting or timed out by us (57), lock not free in time, deadlock, could not serialise, read-only standby.
 */
const sqlStates = /^(08...|53...|57...|55P03|40P01|40001|25006|25P03)$/

/** True when the request may succeed later without being changed: the answer is 503, not 500. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false
  // The embedded server's socket is a file: it is missing while that server is away.
  const socketMissing = error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  return socketMissing || connectionCodes.has(error.code) || sqlStates.test(error.code)
}
