import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Behavior = (response: ServerResponse, body: string, request: IncomingMessage) => void
export type StandIn = {
  url: string
  /** Bodies and paths of the requests received, except moderation. */
  asked: string[]
  paths: string[]
  /** Texts received for moderation, which is missing unless a test sets its behavior. */
  moderated: string[]
  behave: (behavior: Behavior) => void
  moderate: (behavior: Behavior) => void
  close: () => Promise<void>
}

/** A real HTTP server on a free port that behaves like a model provider, correct or faulty. */
export async function startModelStandIn(): Promise<StandIn> {
  const asked: string[] = []
  const paths: string[] = []
  const moderated: string[] = []
  let current = fails(500)
  let moderation = fails(404)
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      if (request.url?.endsWith('/moderations')) {
        moderated.push(String(JSON.parse(body).input))
        return moderation(response, body, request)
      }
      paths.push(request.url ?? '')
      asked.push(body)
      return current(response, body, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    paths,
    moderated,
    behave: (behavior) => {
      current = behavior
    },
    moderate: (behavior) => {
      moderation = behavior
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Answers with a text as a model does. */
export function says(content: string, finishReason = 'stop'): Behavior {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({
        id: 'c',
        object: 'chat.completion',
        created: 0,
        model: 'm',
        choices: [{ index: 0, finish_reason: finishReason, message: { role: 'assistant', content } }],
        usage: { prompt_tokens: 800, completion_tokens: 100, total_tokens: 900 },
      }),
    )
  }
}

const answerWith =
  (value: object): Behavior =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(value))
  }

/** A moderation that flags every text with these categories, or passes it. */
export function flags(...categories: string[]): Behavior {
  return answerWith({
    id: 'm',
    model: 'moderation',
    results: [
      { flagged: categories.length > 0, categories: Object.fromEntries(categories.map((name) => [name, true])) },
    ],
  })
}

const chunk = (value: object) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm', ...value })}\n\n`

/** Chunks of a streamed answer in the provider's format. With `finish` null, the last chunk has no finish reason. */
export function chunksOf(texts: readonly string[], finish: string | null = 'stop'): string[] {
  const said = texts.map((content) => chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }] }))
  if (finish === null) return said
  const usage = { prompt_tokens: 60, completion_tokens: texts.length, total_tokens: 60 + texts.length }
  return [
    ...said,
    chunk({ choices: [{ index: 0, delta: {}, finish_reason: finish }] }),
    chunk({ choices: [], usage }),
    'data: [DONE]\n\n',
  ]
}

/** Starts a streamed answer. */
export function beginStream(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/event-stream' })
}

/** Streams these texts, one per chunk. */
export function streams(...texts: string[]): Behavior {
  return (response) => {
    beginStream(response)
    for (const chunk of chunksOf(texts)) response.write(chunk)
    response.end()
  }
}

export function fails(status: number, error: object = { message: 'no' }): Behavior {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error }))
  }
}

type Refusals = {
  /** Parameters that the model does not know. */
  unknown?: string[]
  /** Values of known parameters that it rejects. */
  values?: Record<string, unknown[]>
  /** Names the parameter only in the message, like servers that merely resemble OpenAI's. */
  isTerse?: boolean
}

/** A model that rejects parameters like OpenAI's API, one per answer, and otherwise answers with a text. */
export function refusing({ unknown = [], values = {}, isTerse = false }: Refusals, content: string): Behavior {
  return (response, body, request) => {
    const sent = JSON.parse(body) as Record<string, unknown>
    const refused = unknown.find((name) => name in sent)
    const misfit = Object.keys(values).find((name) => values[name]?.includes(sent[name]))
    if (refused !== undefined)
      return fails(
        400,
        isTerse
          ? { message: `Unrecognized request argument supplied: ${refused}` }
          : {
              message: `Unsupported parameter: '${refused}' is not supported with this model.`,
              type: 'invalid_request_error',
              param: refused,
              code: 'unsupported_parameter',
            },
      )(response, body, request)
    if (misfit !== undefined)
      return fails(400, {
        message: `Unsupported value: '${misfit}' does not support ${JSON.stringify(sent[misfit])} with this model.`,
        type: 'invalid_request_error',
        param: misfit,
        code: 'unsupported_value',
      })(response, body, request)
    return says(content)(response, body, request)
  }
}
