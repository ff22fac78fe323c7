import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * Before the server stops listening, every answer ends its connection for `drainMs`, so that clients with kept-alive connections go
 * elsewhere with their next request instead of meeting a cut one. Gives a function that tells whether the stop has begun.
 */
export const drainConnections = (app: FastifyInstance, drainMs: number): (() => boolean) => {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
    if (drainMs > 0) await wait(drainMs)
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('connection', 'close')
    done(null, payload)
  })
  return () => isStopping
}
