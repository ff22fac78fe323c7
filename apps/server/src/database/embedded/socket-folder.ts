import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Account } from './choose-account.ts'

/** The address of a Unix socket holds 103 bytes on macOS, 107 on Linux. */
const longestAddress = 103
const socketName = '.s.PGSQL.5432'

export type SocketFolder = { path: string; remove: () => void }

/**
 * The folder of the server's socket, open to the account that runs PostgreSQL and to root alone: the data folder itself, or
 * a temporary one where that path is too long for a socket.
 */
export const openSocketFolder = (data: string, account: Account | null): SocketFolder => {
  if (Buffer.byteLength(join(data, socketName)) <= longestAddress) return { path: data, remove: () => {} }
  const path = mkdtempSync(join(tmpdir(), 'kitewise-'))
  if (account) chownSync(path, account.uid, account.gid)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
