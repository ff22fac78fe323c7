import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../database/connect.ts'
import { refuseFor } from '../platform/result.ts'
import { sendRefusal } from './error-response.ts'

const longestWaitMs = 2_000

/** What is answered also by a server that is full. */
export const healthPaths: ReadonlySet<string> = new Set(['/livez', '/readyz'])

/** `/livez`: this process runs. `/readyz`: it is not about to stop, and its database answers within two seconds. */
export const serveHealth = (app: FastifyInstance, db: Db, isStopping: () => boolean): void => {
  app.get('/livez', async (_request, reply) => reply.header('cache-control', 'no-store').send({ data: { live: true } }))
  app.get('/readyz', async (_request, reply) => {
    if (isStopping() || !(await answersInTime(db))) return sendRefusal(reply, refuseFor('unavailable', 2))
    return reply.header('cache-control', 'no-store').send({ data: { ready: true } })
  })
}

const answersInTime = async (db: Db): Promise<boolean> => {
  const timer = new AbortController()
  const answer = db`select 1`.then(
    () => true,
    () => false,
  )
  const tooLate = wait(longestWaitMs, false, { signal: timer.signal }).catch(() => false)
  const inTime = await Promise.race([answer, tooLate])
  timer.abort()
  return inTime
}
