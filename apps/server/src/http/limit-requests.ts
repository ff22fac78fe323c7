import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { RequestLimits } from '../config.ts'
import type { Db } from '../database/connect.ts'
import { refuseFor } from '../platform/result.ts'
import { RequestRefused } from './respond.ts'

/** Each throws `too_many_requests` above its limit. */
export type Limits = {
  general: (networkKey: string) => Promise<void>
  login: (networkKey: string) => Promise<void>
  judge: (userId: string) => Promise<void>
  visitorJudge: (networkKey: string) => Promise<void>
  register: (networkKey: string) => Promise<void>
  /** Everything at the desk that works without a session. */
  deskSignIn: (networkKey: string) => Promise<void>
  support: (networkKey: string) => Promise<void>
  /** A PDF takes about 50 ms of CPU, a badge 5 ms. */
  certificateFile: (networkKey: string) => Promise<void>
  /** Calendars ask a few times a day, from addresses that many learners share. */
  calendar: (feed: string) => Promise<void>
  /** Throws nothing, because its answer says how much is left. */
  publicApi: (keyId: string) => Promise<Usage>
}

export type Usage = {
  limit: number
  left: number
  /** Seconds until the minute is over. */
  resets: number
  isOver: boolean
}

const hour = 3_600
const day = 86_400

/** Counts general traffic, certificate files and calendars in this process, the rest in the database, shared by all instances. */
export function createLimits(limits: RequestLimits, db: Db): Limits {
  const general = new RateLimiterMemory({ points: limits.generalPerMinute, duration: 60 })
  const certificateFile = new RateLimiterMemory({ points: limits.certificateFilesPerMinute, duration: 60 })
  const calendar = new RateLimiterMemory({ points: limits.calendarReadsPerHour, duration: hour })
  const shared = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: { query: (query: Query) => runQuery(db, query) },
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: true,
      keyPrefix,
      points,
      duration,
    })
  const login = shared('login', limits.loginPerMinute, 60)
  const judgeByMinute = shared('judge-minute', limits.judgePerMinute, 60)
  const judgeByDay = shared('judge-day', limits.judgePerDay, day)
  const visitorJudgeByMinute = shared('visitor-judge-minute', limits.visitorJudgePerMinute, 60)
  const visitorJudgeByDay = shared('visitor-judge-day', limits.visitorJudgePerDay, day)
  const deskSignIn = shared('desk-sign-in', limits.deskSignInPerMinute, 60)
  const publicApi = shared('public-api', limits.publicApiPerMinute, 60)
  const register = shared('register', limits.registerPerHour, hour)
  const support = shared('support', limits.supportPerHour, hour)
  return {
    general: (networkKey) => take(general, networkKey),
    login: (networkKey) => take(login, networkKey),
    judge: async (userId) => {
      await take(judgeByMinute, userId)
      await take(judgeByDay, userId)
    },
    visitorJudge: async (networkKey) => {
      await take(visitorJudgeByMinute, networkKey)
      await take(visitorJudgeByDay, networkKey)
    },
    register: (networkKey) => take(register, networkKey),
    deskSignIn: (networkKey) => take(deskSignIn, networkKey),
    support: (networkKey) => take(support, networkKey),
    certificateFile: (networkKey) => take(certificateFile, networkKey),
    calendar: (feed) => take(calendar, feed),
    publicApi: async (keyId) => {
      const { isOver, state } = await consume(publicApi, keyId)
      const resets = Math.max(1, Math.ceil(state.msBeforeNext / 1000))
      return { limit: limits.publicApiPerMinute, left: isOver ? 0 : state.remainingPoints, resets, isOver }
    },
  }
}

type Query = { text: string; values: (string | number | null)[] }

/** The part of the node-postgres interface that the limiter uses. */
const runQuery = async (db: Db, { text, values }: Query) => {
  const rows = await db.unsafe(text, values)
  return { rows, rowCount: rows.count }
}

const take = async (limiter: RateLimiterAbstract, key: string): Promise<void> => {
  const { isOver, state } = await consume(limiter, key)
  if (isOver) throw new RequestRefused(refuseFor('too_many_requests', Math.ceil(state.msBeforeNext / 1000)))
}

const consume = async (
  limiter: RateLimiterAbstract,
  key: string,
): Promise<{ isOver: boolean; state: RateLimiterRes }> => {
  try {
    return { isOver: false, state: await limiter.consume(key) }
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason
    return { isOver: true, state: reason }
  }
}
