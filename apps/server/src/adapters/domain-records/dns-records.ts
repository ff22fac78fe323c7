import { Resolver } from 'node:dns/promises'
import { during } from '../../telemetry/signals.ts'
import type { DomainRecords } from './port.ts'

const timeoutMs = 2_000
const tries = 2

/** Says that there is nothing, rather than that nobody answered. */
const absent = new Set(['ENODATA', 'ENOTFOUND'])

/**
 * Asks the servers one after the other until one answers.
 * @param servers IP addresses, with a port if it isn't 53; empty for those of the operating system
 */
export function createDnsRecords(servers: readonly string[]): DomainRecords {
  return {
    readTxt: async (domain) => {
      const resolver = new Resolver({ timeout: timeoutMs, tries })
      if (servers.length > 0) resolver.setServers(servers)
      try {
        return await during('call', 'domain records', async () => {
          // A long record comes in pieces of 255 bytes.
          return (await resolver.resolveTxt(domain)).map((pieces) => pieces.join(''))
        })
      } catch (error) {
        return absent.has((error as NodeJS.ErrnoException).code ?? '') ? [] : null
      }
    },
  }
}
