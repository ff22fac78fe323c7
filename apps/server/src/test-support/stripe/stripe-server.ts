import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'
import type { ApiAnswer } from './stripe-answers.ts'
import { createStripeApi } from './stripe-api.ts'
import { createStripeBooks, type StripeBooks } from './stripe-books.ts'
import type { StripeEvent } from './stripe-objects.ts'
import { answerPage } from './stripe-page.ts'

/** A fault of a call: an error status, no answer, an endless answer byte by byte, or a redirect to itself. */
export type Fault = number | 'hang' | 'cut' | 'drip' | 'redirect'

export type StripeServer = {
  url: string
  books: StripeBooks
  /** Every received call, as "METHOD /path". */
  calls: string[]
  /** Consulted before each call; null passes it on. */
  setFault: (fault: (call: string) => Fault | null) => void
  /** As a day later: repeated requests act again. */
  forgetKeys: () => void
  /** An event as sent: bytes and signature, by default signed now with the first secret. */
  sign: (event: StripeEvent, options?: { secret?: string; at?: number }) => { rawBytes: Buffer; signature: string }
  /** Sends the pending events to the webhook in order. Returns the statuses. */
  deliver: (webhookUrl: string) => Promise<number[]>
  close: () => Promise<void>
}

type Options = {
  secretKey: string
  webhookSecret: string
  /** Unix seconds. */
  now: () => number
  /** Where events go after a payment on the hosted page; otherwise they wait for `deliver`. */
  webhookUrl?: string
}

const noFault = (): Fault | null => null

/**
 * A server with Stripe's HTTP API: authentication, form bodies, errors, idempotency keys, hosted page, signed events.
 */
export async function startStripeServer(options: Options): Promise<StripeServer> {
  const books = createStripeBooks(options.now)
  const calls: string[] = []
  const answers = new Map<string, { request: string; answer: ApiAnswer }>()
  let url = ''
  let faultOf: (call: string) => Fault | null = noFault
  let sent = 0
  const api = createStripeApi(books, () => url)

  const answerOnce = (request: IncomingMessage, body: string): ApiAnswer => {
    if (request.headers.authorization !== `Bearer ${options.secretKey}`)
      return { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } } }
    const { method = '', url: path = '' } = request
    const [place = '', query] = path.split('?')
    const asked = new URLSearchParams(query)
    const expand = [...asked].flatMap(([name, value]) => (name.startsWith('expand[') ? [value] : []))
    const run = () => api({ method, path: place, body, expand, query: asked })
    const key = request.headers['idempotency-key']
    if (method !== 'POST' || typeof key !== 'string') return run()
    const wanted = `${path} ${body}`
    const before = answers.get(key)
    if (before && before.request !== wanted) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.'
      return { status: 400, body: { error: { type: 'idempotency_error', message } } }
    }
    const answer = before?.answer ?? structuredClone(run())
    answers.set(key, { request: wanted, answer })
    return answer
  }

  const sign: StripeServer['sign'] = (event, { secret = options.webhookSecret, at = options.now() } = {}) => {
    const payload = JSON.stringify(event)
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: at })
    return { rawBytes: Buffer.from(payload), signature }
  }

  const deliver = async (webhookUrl: string) => {
    const statuses: number[] = []
    for (; sent < books.events.length; sent += 1) {
      const event = books.events[sent]
      if (event) statuses.push(await postEvent(webhookUrl, sign(event)))
    }
    return statuses
  }

  const settle = async () => {
    if (options.webhookUrl) await deliver(options.webhookUrl)
  }

  const server = createServer((request, response) => {
    const answerAll = async () => {
      const body = await readBody(request)
      const path = request.url ?? ''
      if (path.startsWith('/c/pay/')) return answerPage(books, { request, response, body, settle })
      const call = `${request.method} ${path.split('?')[0]}`
      calls.push(call)
      const fault = faultOf(call)
      if (fault === 'hang') return
      if (fault === 'cut') return void request.socket.destroy()
      if (fault === 'drip') return drip(response)
      if (fault === 'redirect') return void response.writeHead(307, { location: `${url}/elsewhere` }).end()
      const answer =
        fault === null ? answerOnce(request, body) : { status: fault, body: { error: { type: 'api_error' } } }
      send(response, answer)
    }
    void answerAll()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    books,
    calls,
    setFault: (fault) => {
      faultOf = fault
    },
    forgetKeys: () => answers.clear(),
    sign,
    deliver,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export async function postEvent(
  webhookUrl: string,
  { rawBytes, signature }: { rawBytes: Buffer; signature: string },
): Promise<number> {
  const response = await fetch(webhookUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    body: new Uint8Array(rawBytes),
  })
  await response.arrayBuffer()
  return response.status
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

const drip = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 10)
  response.once('close', () => clearInterval(timer))
}

const send = (response: ServerResponse, { status, body }: ApiAnswer) => {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' })
  response.end(JSON.stringify(body))
}
