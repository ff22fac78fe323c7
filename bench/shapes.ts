import type { SocketAddress } from '../apps/server/src/database/connect.ts'

export type Statement = { name?: string; text: string; values?: unknown[] }

export type RecordedWrite = { path: string; token: string; body: object; statements: Statement[] }

/** Sent by the database's process when it's ready. `learners` has each learner's writes, `readStatements` what reads a session. */
export type Measured = {
  databaseUrl: string
  address: SocketAddress
  token: string
  readStatements: Statement[]
  learners: RecordedWrite[][]
}

/** For the reference with a driver: what to answer, and which statements to run first, by path or for every request. */
export type DrivenAnswer = {
  answer: BareAnswer
  address: SocketAddress
  writes: RecordedWrite[]
  statements: Statement[]
}

/** A real response, for the bare server to repeat. */
export type BareAnswer = { headers: Record<string, string>; bodyBase64: string }

/**
 * Requests per second, p99 latency in milliseconds, and how many requests there were. `cpuMs`: processor time of the server per
 * request, where a server is known.
 */
export type Figures = { perSecond: number; p99Ms: number; requests: number; cpuMs?: number }
