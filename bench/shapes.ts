import type { SocketAddress } from '../apps/server/src/database/connect.ts'

export type Statement = { name?: string; text: string; values?: unknown[] }

export type RecordedWrite = { path: string; token: string; body: object; statements: Statement[] }

/** What the database's process tells once it is ready. `learners` has the writes of each learner. */
export type Measured = { databaseUrl: string; address: SocketAddress; token: string; learners: RecordedWrite[][] }

/** The bytes that the bare server sends: copied from the real one's answer. */
export type BareAnswer = { headers: Record<string, string>; bodyBase64: string }

/** Requests per second; latency of the slowest hundredth in milliseconds. */
export type Figures = { perSecond: number; p99Ms: number }
