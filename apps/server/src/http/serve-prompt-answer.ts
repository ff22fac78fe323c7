import { Readable } from 'node:stream'
import { promptAnswer, type PromptAnswerEvent, type PromptAnswerRequest } from '@kitewise/contract/prompt-answer'
import type { FastifyInstance } from 'fastify'
import type { ModelAnswer } from '../adapters/judge/port.ts'
import { answerPrompt } from '../features/learning/practice/routes.ts'
import { chooseLanguage } from '../platform/choose-language.ts'
import { refuse } from '../platform/result.ts'
import { makeInputCheck } from './check-request.ts'
import { sendRefusal } from './respond.ts'
import { authenticate } from './visitor.ts'

/** Outside the endpoint table because it answers with server-sent events. Closing the request stops the answer. */
export function servePromptAnswer(app: FastifyInstance): void {
  const checkInput = makeInputCheck(promptAnswer)
  const running = new Set<AbortController>()
  app.addHook('preClose', async () => {
    for (const stop of running) stop.abort()
  })
  app.post(promptAnswer.path, {
    bodyLimit: promptAnswer.bodyLimit,
    onRequest: async (request) => {
      request.visitor = await authenticate(request.context, 'session', request)
    },
    handler: async (request, reply) => {
      const { session, profileLanguage } = request.visitor ?? { session: null, profileLanguage: null }
      if (!session) throw new Error('a request reached its handler without a session')
      const body = checkInput(request).body as PromptAnswerRequest
      if (!session.hasAccess) return sendRefusal(reply, refuse('subscription_required'))
      const stop = new AbortController()
      running.add(stop)
      reply.raw.once('close', () => {
        running.delete(stop)
        stop.abort()
      })
      const language = chooseLanguage(request.headers['accept-language'], profileLanguage)
      const answer = await answerPrompt(request.context, { userId: session.userId, language }, body, stop.signal)
      if (!answer.ok) return sendRefusal(reply, answer)
      return (
        reply
          .header('content-type', 'text/event-stream; charset=utf-8')
          .header('cache-control', 'no-store, no-transform')
          // Stops proxies from buffering the whole answer.
          .header('x-accel-buffering', 'no')
          .send(Readable.from(writeEvents(answer.value, stop.signal), { objectMode: false }))
      )
    },
  })
}

async function* writeEvents({ model, text }: ModelAnswer, signal: AbortSignal): AsyncGenerator<string> {
  yield write({ event: 'model', data: { model } })
  try {
    for await (const part of text) yield write({ event: 'text', data: { text: part } })
    yield write({ event: signal.aborted ? 'failed' : 'done', data: {} })
  } catch {
    // The judge has logged the error.
    yield write({ event: 'failed', data: {} })
  }
}

const write = ({ event, data }: PromptAnswerEvent): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
