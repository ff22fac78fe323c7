import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections, which may take one before a server listens on it. */
const lowestPort = 20_000
const highestPort = 32_000

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer()
  const outcome = once(server, 'listening').then(
    () => true,
    () => false,
  )
  server.listen(port, '127.0.0.1')
  if (!(await outcome)) return false
  server.close()
  await once(server, 'close')
  return true
}

/** A port of loopback for a program that must know its address before it listens. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(lowestPort, highestPort)
    if (await isFree(port)) return port
  }
  throw new Error(`None of 100 ports between ${lowestPort} and ${highestPort} is free.`)
}
