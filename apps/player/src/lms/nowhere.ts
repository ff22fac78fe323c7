import { storedValue } from '../../../web/src/lib/stored-value.ts'
import type { Connection } from './connection.ts'

/**
 * Without an LMS that records: a Common Cartridge, which has no such thing, or a package opened from disk. The state
 * stays in this browser. @param isMissed the package was made for an LMS
 */
export function connectNowhere(courseId: string, isMissed: boolean): Connection {
  const stored = storedValue(`kitewise-course:${courseId}`)
  return {
    state: stored.read(),
    language: null,
    recording: isMissed ? 'unconnected' : 'on',
    save: async ({ state }) => {
      stored.write(state)
      return true
    },
    end: async () => 'ended',
    abandon: () => undefined,
  }
}
