import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Behaviour = (response: ServerResponse, body: string, request: IncomingMessage) => void
export type StandIn = {
  url: string
  asked: string[]
  paths: string[]
  behave: (behaviour: Behaviour) => void
  close: () => Promise<void>
}

/** A real HTTP server on a free port that behaves like a model provider, well or badly. */
export async function startModelStandIn(): Promise<StandIn> {
  const asked: string[] = []
  const paths: string[] = []
  let current = fails(500)
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      asked.push(body)
      current(response, body, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    paths,
    behave: (behaviour) => {
      current = behaviour
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Answers with a text as a model would say it. */
export function says(content: string, finishReason = 'stop'): Behaviour {
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

export function fails(status: number, error: object = { message: 'no' }): Behaviour {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error }))
  }
}

type Refusals = {
  /** Parameters that the model does not know. */
  unknown?: string[]
  /** Values that it does not know of a parameter that it knows. */
  values?: Record<string, unknown[]>
  /** Puts the parameter into the sentence alone, as servers do that only resemble OpenAI's. */
  isTerse?: boolean
}

/** A model that refuses parameters in the words of OpenAI's API, one in each answer, and else answers with a text. */
export function refusing({ unknown = [], values = {}, isTerse = false }: Refusals, content: string): Behaviour {
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
