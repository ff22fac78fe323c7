import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { remember } from './server-process.ts'

export type SharedPostgres = {
  address: { host: string; port: number; username: string; database: string }
  url: string
  stop: () => Promise<void>
}

const script = fileURLToPath(new URL('../../apps/server/src/test-support/run-embedded-postgres.ts', import.meta.url))

/** A PostgreSQL that belongs to none of the instances, as behind a DATABASE_URL. */
export const startSharedPostgres = async (folder: string): Promise<SharedPostgres> => {
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  remember(child)
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  if (!line.startsWith('{')) throw new Error(line)
  const address = JSON.parse(line) as SharedPostgres['address']
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  const socket = encodeURIComponent(address.host)
  return { address, url: `postgres://${address.username}@localhost/${address.database}?host=${socket}`, stop }
}
