import type { ExportFormat } from '@kitewise/course-export/packaged-course'
import { storedValue } from '../../../web/src/lib/stored-value.ts'
import { connectCmi5 } from './cmi5.ts'
import { connectScorm } from './scorm.ts'

/** What is stored after each step. */
export type Snapshot = {
  /** The packed state. */
  state: string
  /** The lesson on screen, or the course, for the LMS's reports. */
  location: string
  /** Finished lessons, 0 to 1. */
  progress: number
  /** 0 to 1. */
  score: number | null
  isComplete: boolean
  isPassed: boolean
}

/** The learner's record in the LMS, from the start to the end of one session. */
export type Connection = {
  /** The state of the last session; null if there is none. */
  state: string | null
  /** The learner's language as a BCP 47 tag, if the LMS knows it. */
  language: string | null
  /** `browsing`: the LMS asked for nothing to be recorded. `unconnected`: it can't be reached, or there is none. */
  recording: 'on' | 'browsing' | 'unconnected'
  /** @returns whether the LMS has stored it */
  save: (snapshot: Snapshot) => Promise<boolean>
  /** Stores the last step, if there is one, and ends the session in the LMS. After `failed`, the session goes on. */
  end: (snapshot: Snapshot | null) => Promise<'ended' | 'failed'>
  /** The page is going away: ends the session if that needs no answer. */
  abandon: () => void
}

/** @param courseId names the state of a package without an LMS */
export async function connect(format: ExportFormat, courseId: string): Promise<Connection> {
  if (format === 'scorm2004' || format === 'scorm12') return connectScorm(format) ?? connectNowhere(courseId, true)
  if (format === 'cmi5') return (await connectCmi5()) ?? connectNowhere(courseId, true)
  return connectNowhere(courseId, false)
}

/**
 * Without an LMS that records: a Common Cartridge, which has no such thing, or a package opened from disk. The state
 * stays in this browser. @param isMissed the package was made for an LMS
 */
const connectNowhere = (courseId: string, isMissed: boolean): Connection => {
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
