import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { startMailServer } from '../apps/server/src/adapters/mail/test-support/mail-server.ts'
import { defaultPlans } from '../apps/server/src/adapters/payments/settings.ts'
import { addLearners } from '../apps/server/src/test-support/add-learners.ts'
import { addVictim, type Browser, demand, newEmail, openBrowser, register } from './browser.ts'
import { quantile } from './parallel.ts'
import type { Finding, Try } from './table.ts'
import { startEmbeddedWorld, type World } from './world.ts'

const longestAnswerMs = 20_000
const longestMailMs = 60_000

/** Good texts for the quiz's free task, one per fault, so that the provider knows which fault to produce. */
const promptFor = (fault: Fault): string =>
  `Give me three ideas for Saturday. I live in Porto, I can spend ${21 + faults.indexOf(fault)} euros, and my father comes too. No museums.`
const faultOfPrompt = (body: string): Fault => faults.find((fault) => body.includes(promptFor(fault))) ?? 'hang'

const emailFor = (fault: Fault): string => newEmail(`${fault}-provider`)
const faultOfBuyer = (body: string): Fault => faults.find((fault) => body.includes(`${fault}-provider`)) ?? 'hang'

type Timed = { what: string; status: number; ms: number }

const time = async (what: string, work: () => Promise<{ status: number }>): Promise<Timed> => {
  const begin = performance.now()
  const { status } = await work()
  return { what, status, ms: performance.now() - begin }
}

/** `asked`: calls that reached the provider; each response must have waited for one. */
const findingOf = (answers: Timed[], allowed: number[], asked: number, redirects: number): Finding => {
  const bad = answers.filter(({ status, ms }) => ms > longestAnswerMs || !allowed.includes(status))
  const slowest = Math.max(...answers.map(({ ms }) => ms))
  const list = bad.map(({ what, status, ms }) => `${what} ${status} in ${(ms / 1000).toFixed(1)} s`).join('; ')
  return {
    times: answers.length,
    result: `slowest ${(slowest / 1000).toFixed(1)} s, provider asked ${asked} times, ${redirects} redirects followed${list === '' ? '' : `; ${list}`}`,
    isOk: bad.length === 0 && redirects === 0 && asked >= answers.length,
  }
}

const tryTask = async (world: World, fault: Fault): Promise<Timed> => {
  const visitor = openBrowser(world)
  const onboardingId = randomUUID()
  const body = { variant: 1, version: 1, step: 1, answers: { experience: ['never'] } }
  demand(await visitor.send('saveOnboarding', { params: { onboardingId }, body }))
  return time(`AI ${fault}`, () =>
    visitor.send('evaluateMiniTask', { params: { onboardingId }, body: { prompt: promptFor(fault) } }),
  )
}

const beginToBuy = async (world: World, fault: Fault): Promise<Timed> => {
  const buyer = openBrowser(world)
  const registrationToken = await register(buyer, emailFor(fault))
  return time(`checkout ${fault}`, () =>
    buyer.send('createCheckout', { body: { productId: 'week', registrationToken } }),
  )
}

/** Reads that need no provider, until stopped. Returns their times in milliseconds. */
const keepReading = (browser: Browser) => {
  const over = new AbortController()
  const times: number[] = []
  const reading = (async () => {
    while (!over.signal.aborted) {
      for (const name of ['me', 'listCourses'] as const) times.push((await time(name, () => browser.send(name))).ms)
      await pause(50)
    }
  })()
  return async () => {
    over.abort()
    await reading
    return times
  }
}

const tryMails = (
  attempt: Try,
  world: World,
  mails: { asked: Timed[]; emails: string[]; repair: () => void; received: { receivers: string[] }[] },
): Promise<void> =>
  attempt(
    {
      name: 'mails wait',
      tried: `${mails.emails.length} PIN mails while the mail server misbehaves; then it is repaired`,
      limit: `answers ≤ ${longestAnswerMs / 1000} s, each mail once`,
    },
    async () => {
      mails.repair()
      const until = performance.now() + longestMailMs
      while (mails.received.length < mails.emails.length && performance.now() < until) {
        // Skips the backoff of failed jobs.
        await world.db`
          update graphile_worker._private_jobs set run_at = now() where attempts > 0 and locked_at is null`
        await pause(200)
      }
      const counts = mails.emails.map(
        (email) => mails.received.filter(({ receivers }) => receivers.includes(email)).length,
      )
      const slowest = Math.max(...mails.asked.map(({ ms }) => ms))
      const once = counts.filter((count) => count === 1).length
      return {
        times: counts.length,
        result: `slowest answer ${(slowest / 1000).toFixed(1)} s, ${once} of ${counts.length} came once`,
        isOk: slowest <= longestAnswerMs && once === counts.length && mails.asked.every(({ status }) => status === 200),
      }
    },
  )

const startProviders = async () => {
  const trap = await startTrap()
  const elsewhere = `http://127.0.0.1:${trap.port}`
  const ai = await startFaultyHttp(faultOfPrompt, elsewhere)
  const stripe = await startFaultyHttp(faultOfBuyer, elsewhere)
  const mailServer = await startMailServer()
  const mail = await startFaultyMail(Number(new URL(mailServer.url).port), elsewhere)
  const close = () => Promise.all([trap, ai, stripe, mail, mailServer].map((server) => server.close()))
  return { trap, ai, stripe, mailServer, mail, close }
}

type Providers = Awaited<ReturnType<typeof startProviders>>

const startWorldWith = (folder: string, { ai, stripe, mail }: Providers): Promise<World> =>
  startEmbeddedWorld(folder, {
    OPENAI_API_KEY: 'sk-attack',
    OPENAI_BASE_URL: `http://127.0.0.1:${ai.port}/v1`,
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_PRICES: defaultPlans.map(({ productId }) => `${productId}=price_${productId.replaceAll('-', '')}`).join(','),
    STRIPE_API_URL: `http://127.0.0.1:${stripe.port}`,
    MAILER: 'smtp',
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  })

/** Everything that waits for AI and payments, all at once. */
const tryAnswers = async (attempt: Try, world: World, { ai, stripe, trap }: Providers): Promise<void> => {
  const limit = `≤ ${longestAnswerMs / 1000} s, 0 redirects followed`
  const tried = faults.join(', ')
  const rows: [
    attempt: { name: string; tried: string; status: number },
    provider: FaultyProvider,
    ask: () => Promise<Timed>[],
  ][] = [
    [{ name: 'AI', tried, status: 200 }, ai, () => faults.map((fault) => tryTask(world, fault))],
    [{ name: 'Stripe checkout', tried, status: 503 }, stripe, () => faults.map((fault) => beginToBuy(world, fault))],
    [
      { name: 'Stripe prices', tried: 'hang', status: 503 },
      stripe,
      () => [time('plans', () => openBrowser(world).send('listPlans'))],
    ],
  ]
  await Promise.all(
    rows.map(([{ name, tried, status }, provider, ask]) =>
      attempt({ name, tried, limit: `${status} ${limit}` }, async () => {
        const answers = await Promise.all(ask())
        return findingOf(answers, [status], provider.countAsked(), trap.countAsked())
      }),
    ),
  )
}

/** AI, payment and mail providers that hang, send one byte at a time, cut the connection, or redirect. */
export async function playFaultyProviders(folder: string, attempt: Try): Promise<void> {
  const providers = await startProviders()
  const world = await startWorldWith(folder, providers)
  const learner = await addVictim(world)
  const emails = await addLearners(world.address, faults.length)
  const stopReading = keepReading(learner.browser)
  const asked = Promise.all(
    emails.map((email) => time('PIN mail', () => openBrowser(world).send('restorePin', { body: { email } }))),
  )
  await tryAnswers(attempt, world, providers)
  const times = await stopReading()
  await attempt(
    { name: 'other routes meanwhile', tried: 'signed-in and public reads', limit: 'p99 ≤ 1 s' },
    async () => {
      const p99 = quantile(times, 0.99)
      return { times: times.length, result: `p99 ${Math.round(p99)} ms`, isOk: p99 <= 1_000 && times.length > 0 }
    },
  )
  const { repair } = providers.mail
  await tryMails(attempt, world, { asked: await asked, emails, repair, received: providers.mailServer.received })
  await world.stop()
  await providers.close()
}

/**
 * What a provider does instead of answering. A mail server can't redirect, so it sends the bytes of an HTTP redirect.
 */
const faults = ['hang', 'drip', 'cut', 'redirect'] as const
type Fault = (typeof faults)[number]

type FaultyProvider = {
  port: number
  /** Requests received, or connections of a mail server. */
  countAsked: () => number
  close: () => Promise<void>
}

const dripMs = 500

const listen = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const trackSockets = (server: Server) => {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket))
  })
  return async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
}

const drip = (socket: Socket, write: () => void): void => {
  const timer = setInterval(write, dripMs)
  socket.once('close', () => clearInterval(timer))
}

const misbehave = (fault: Fault, request: IncomingMessage, response: ServerResponse, elsewhere: string): void => {
  if (fault === 'hang') return
  if (fault === 'cut') {
    // Half a response, to distinguish it from a refused connection.
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000 })
    response.write('{"id":', () => request.socket.destroy())
    return
  }
  if (fault === 'redirect') {
    response.writeHead(307, { location: `${elsewhere}${request.url ?? ''}` }).end()
    return
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  drip(request.socket, () => response.write(' '))
}

/**
 * An HTTP server that answers no request correctly.
 * @param chooseFault by body and path of a request
 * @param elsewhere target of redirects
 */
const startFaultyHttp = async (
  chooseFault: (body: string, path: string) => Fault,
  elsewhere: string,
): Promise<FaultyProvider> => {
  let asked = 0
  const server = createHttpServer((request, response) => {
    asked += 1
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => misbehave(chooseFault(body, request.url ?? ''), request, response, elsewhere))
  })
  const close = trackSockets(server)
  return { port: await listen(server), countAsked: () => asked, close }
}

/** The target of redirects, which must never receive a request. */
const startTrap = async (): Promise<FaultyProvider> => {
  let asked = 0
  const server = createHttpServer((_request, response) => {
    asked += 1
    response.end('{}')
  })
  const close = trackSockets(server)
  return { port: await listen(server), countAsked: () => asked, close }
}

/** A proxy before a mail server. Connections fail in different ways until it's repaired. */
const startFaultyMail = async (
  mailServerPort: number,
  elsewhere: string,
): Promise<FaultyProvider & { repair: () => void }> => {
  let asked = 0
  let isRepaired = false
  const server = createTcpServer((socket) => {
    const fault = faults[asked % faults.length]
    asked += 1
    if (isRepaired) {
      const behind = connect(mailServerPort, '127.0.0.1')
      behind.on('error', () => socket.destroy())
      socket.pipe(behind).pipe(socket)
      return
    }
    socket.resume()
    if (fault === 'cut') socket.write('220 he', () => socket.destroy())
    if (fault === 'redirect') socket.end(`HTTP/1.1 307 Temporary Redirect\r\nLocation: ${elsewhere}\r\n\r\n`)
    if (fault === 'drip') drip(socket, () => socket.write('2'))
  })
  const close = trackSockets(server)
  const repair = () => {
    isRepaired = true
  }
  return { port: await listen(server), countAsked: () => asked, close, repair }
}
