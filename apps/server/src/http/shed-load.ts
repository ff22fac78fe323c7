import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { refuseFor } from '../platform/result.ts'
import { sendRefusal } from './error-response.ts'

const retryAfterSeconds = 10

/** Turns requests away with 503 while the event loop lags, so that those already taken are answered in time. */
export const shedLoad = async (app: FastifyInstance, maxEventLoopDelayMs: number): Promise<void> => {
  if (maxEventLoopDelayMs === 0) return
  await app.register(underPressure, {
    maxEventLoopDelay: maxEventLoopDelayMs,
    pressureHandler: (request, reply) => {
      if (request.routeOptions.url === '/livez') return
      sendRefusal(reply, refuseFor('unavailable', retryAfterSeconds))
    },
  })
}
