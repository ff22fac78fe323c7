import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ClientBase } from 'pg'
import { borrowConnection } from './connection.ts'
import type { DatabaseAddress } from '../database/connect.ts'

// Which accounts were erased, kept outside the database: a restored backup doesn't know those erased after it. A line is
// the hash of an account's ID, as in `erased_accounts`, and the time.

const ledgerName = 'erased-accounts.txt'
const line = /^([0-9a-f]{64}) (\S+Z)$/
/** As long as the database keeps its own list. */
const longestMs = 4 * 366 * 86_400_000

/** Account hash (hex) → time of the erasure. */
export type Erasures = Map<string, string>

/** Null if the folder has no ledger. A torn line is skipped. */
export async function readErasureLedger(folder: string): Promise<Erasures | null> {
  const file = join(folder, ledgerName)
  if (!existsSync(file)) return null
  const erasures: Erasures = new Map()
  for await (const text of createInterface({ input: createReadStream(file) })) {
    const [, hash, at] = line.exec(text) ?? []
    if (hash !== undefined && at !== undefined) erasures.set(hash, at)
  }
  return erasures
}

/** @throws PostgreSQL's error if the database has no such table */
export async function readErasures(client: Pick<ClientBase, 'query'>): Promise<Erasures> {
  const { rows } = await client.query<{ hash: string; at: Date }>(
    `select encode(id_hash, 'hex') as hash, erased_at as at from erased_accounts`,
  )
  return new Map(rows.map(({ hash, at }) => [hash, at.toISOString()]))
}

/** Adds what the database knows. Nothing is forgotten, because the database may itself be an old copy. */
export async function writeErasureLedger(client: Pick<ClientBase, 'query'>, folder: string): Promise<void> {
  const known = new Map([...((await readErasureLedger(folder)) ?? []), ...(await readErasures(client))])
  const file = join(folder, ledgerName)
  const draft = `${file}.${randomUUID()}.partial`
  try {
    const handle = await open(draft, 'w', 0o600)
    try {
      const kept = [...known].filter(([, at]) => Date.now() - Date.parse(at) < longestMs)
      await handle.writeFile(kept.map(([hash, at]) => `${hash} ${at}\n`).join(''))
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
}

/** The same on a connection of its own. */
export function recordErasures(address: DatabaseAddress, folder: string): Promise<void> {
  return borrowConnection(address, (client) => writeErasureLedger(client, folder))
}
