import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { signEvent } from '../apps/server/src/adapters/payments/embedded/events.ts'
import { addVictim, demand, openBrowser } from './browser.ts'
import { spawnServer } from './server-process.ts'
import type { Finding, Try } from './table.ts'
import type { World } from './world.ts'

/** Used by a world that sets none, as in `.env.example`. */
const sessionSecret = 'sample-session-secret-for-development-only'
const webhookSecret = createHmac('sha256', sessionSecret).update('embedded payments').digest('hex')

/** Compares each response with its expected status. */
const countWrong = (answers: [what: string, status: number, wanted: number][]): Finding => {
  const wrong = answers.filter(([, status, wanted]) => status !== wanted)
  const list = wrong.map(([what, status]) => `${what} ${status}`).join('; ')
  return {
    times: answers.length,
    result: `${wrong.length} wrong answers${wrong.length > 0 ? ` (${list})` : ''}`,
    isOk: wrong.length === 0,
  }
}

const urlOf = ({ urls }: World): string => urls[0] ?? ''

const statusOf = async (url: string, options: RequestInit = {}): Promise<number> => {
  const response = await fetch(url, { redirect: 'manual', ...options })
  await response.arrayBuffer()
  return response.status
}

const badEvents: Record<string, string> = {
  'not JSON': 'no JSON at all',
  'cut JSON': '{"id":"evt_1",',
  empty: ' ',
  '{}': '{}',
  null: 'null',
  number: '42',
  text: '"evt_1"',
  array: '[]',
  'wrong types': '{"id":1,"type":{},"sessionId":[],"subscriptionId":true,"customerId":0}',
  'NUL in an id': '{"id":"evt_\\u0000","type":"subscription.updated","sessionId":null,"subscriptionId":"sub_\\u0000"}',
  deep: '['.repeat(10_000),
}

const tryWebhooks = (attempt: Try, world: World): Promise<void> =>
  attempt({ name: 'signed webhooks', tried: Object.keys(badEvents).join(', '), limit: '400 each' }, async () => {
    const answers = await Promise.all(
      Object.entries(badEvents).map(async ([what, body]): Promise<[string, number, number]> => {
        const bytes = Buffer.from(body)
        const headers = {
          'content-type': 'application/json',
          'kitewise-signature': signEvent(webhookSecret, bytes, new Date()),
        }
        const url = `${urlOf(world)}/api/payments/webhook`
        return [what, await statusOf(url, { method: 'POST', headers, body: bytes }), 400]
      }),
    )
    return countWrong(answers)
  })

const tryBearers = (attempt: Try, world: World): Promise<void> => {
  const bearers = ['A'.repeat(20_000), 'A'.repeat(15_000), 'a.b.c', 'e30.e30.e30', '..', '%00', "' or 1=1 --"]
  return attempt({ name: 'bearer tokens', tried: '20 kB, 15 kB, malformed', limit: '401 each' }, async () =>
    countWrong(
      await Promise.all(
        bearers.map(async (bearer): Promise<[string, number, number]> => {
          const headers = { authorization: `Bearer ${bearer}` }
          const status = await statusOf(`${urlOf(world)}/api/product-user/me`, { headers })
          return [`${bearer.slice(0, 10)}… of ${bearer.length} bytes`, status, 401]
        }),
      ),
    ),
  )
}

/** Keypad shapes and words, numbers from films, memorable dates, and the classics. */
const easyPins = ['1004', '0007', '5683', '1379', '0420', '1234', '0000', '2580', '1984', '1122', '2000', '0911']

const tryEasyPins = (attempt: Try, world: World): Promise<void> =>
  attempt({ name: 'easy PINs', tried: easyPins.join(' '), limit: '422 with a reason each' }, async () => {
    const { email, browser } = await addVictim(world)
    const answers: [string, number, number][] = []
    for (const pin of easyPins) {
      const { status, error } = await browser.send('setPin', { body: { pin, email } })
      const { reason } = (error?.details ?? {}) as { reason?: string }
      answers.push([pin, status === 422 && reason === undefined ? 0 : status, 422])
    }
    return countWrong(answers)
  })

const unknownFiles = [
  '/.env',
  '/.git/config',
  '/.well-known/anything',
  '/metrics',
  '/server-status',
  '/wp-login.php',
  '/index.php',
  '/package.json',
  '/static/unknown.js',
  '/static/../main.js',
  '/..%2f..%2fetc%2fpasswd',
  '/api/unknown',
  '/admin',
  '/backup.zip',
]
const knownFiles = ['/robots.txt', '/sitemap.xml', '/favicon.ico', '/', '/login', '/plans', '/course/ai-zero']

const tryFiles = (attempt: Try, world: World): Promise<void> =>
  attempt(
    {
      name: 'unknown and known files',
      tried: `${unknownFiles.length} unknown, ${knownFiles.length} known`,
      limit: '404 and 200',
    },
    async () => {
      const wanted: [string, number][] = [
        ...unknownFiles.map((path): [string, number] => [path, 404]),
        ...knownFiles.map((path): [string, number] => [path, 200]),
      ]
      const answers = wanted.map(async ([path, status]): Promise<[string, number, number]> => [
        path,
        await statusOf(`${urlOf(world)}${path}`),
        status,
      ])
      return countWrong(await Promise.all(answers))
    },
  )

const requiredHeaders = ['content-security-policy', 'permissions-policy', 'referrer-policy', 'x-content-type-options']

const tryHeaders = (attempt: Try, world: World): Promise<void> =>
  attempt(
    { name: 'security headers', tried: 'pages, files, API, refusals, malformed requests', limit: '0 missing' },
    async () => {
      const url = urlOf(world)
      const requests: [string, RequestInit?][] = [
        ['/'],
        ['/manifest.webmanifest'],
        ['/nowhere.txt'],
        ['/livez'],
        ['/readyz'],
        ['/api/courses'],
        ['/api/unknown'],
        ['/api/product-user/me'],
        ['/api/product-user/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' }],
        ['/api/product-user/login', { method: 'PUT' }],
        ['/%00'],
        ['/api/payments/webhook', { method: 'POST', body: '{}' }],
      ]
      const missing: string[] = []
      for (const [path, options] of requests) {
        const response = await fetch(`${url}${path}`, options)
        await response.arrayBuffer()
        for (const name of requiredHeaders) if (!response.headers.has(name)) missing.push(`${path}: ${name}`)
      }
      const list = missing.length > 0 ? ` (${missing.slice(0, 5).join('; ')}${missing.length > 5 ? ' …' : ''})` : ''
      return { times: requests.length, result: `${missing.length} missing${list}`, isOk: missing.length === 0 }
    },
  )

/** Settings that must keep production from starting, each with a part of its name that the report must contain. */
const unsafeSettings: Record<string, string> = {
  PUBLIC_URL: 'http://learn.attack.example',
  SESSION_SECRET: 'a'.repeat(40),
  PIN_PEPPER: '1234567890'.repeat(4),
  STRIPE_SECRET_KEY: 'sk_test_123456789',
  STRIPE_API_URL: 'http://stripe.attack.example',
  OPENAI_BASE_URL: 'http://ai.attack.example/v1',
  DEMO_ACCOUNTS: 'yes',
  PROT: '3000',
}

const tryUnsafeStart = (attempt: Try): Promise<void> =>
  attempt(
    {
      name: 'unsafe production settings',
      tried: Object.keys(unsafeSettings).join(', '),
      limit: 'no start, every finding at once',
    },
    async () => {
      const child = spawnServer({
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        MAILER: 'outbox',
        ALLOW_OUTBOX_IN_PRODUCTION: 'yes',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
        OPENAI_API_KEY: 'sk-attack',
        ...unsafeSettings,
      })
      let said = ''
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (said += part.toString()))
      const timer = setTimeout(() => child.kill('SIGKILL'), 20_000)
      const [code] = (await once(child, 'exit')) as [number | null]
      clearTimeout(timer)
      const unsaid = Object.keys(unsafeSettings).filter((name) => !said.includes(name))
      const list = unsaid.length > 0 ? ` (not ${unsaid.join(', ')})` : ''
      return {
        times: Object.keys(unsafeSettings).length,
        result: `exit code ${code}, ${Object.keys(unsafeSettings).length - unsaid.length} findings${list}`,
        isOk: code !== null && code !== 0 && unsaid.length === 0,
      }
    },
  )

/** Requests without an account, and settings that must not reach production (docs/decisions/0190). */
export async function playFrontDoor(world: World, attempt: Try): Promise<void> {
  demand(await openBrowser(world).send('listCourses'))
  await tryWebhooks(attempt, world)
  await tryBearers(attempt, world)
  await tryEasyPins(attempt, world)
  await tryFiles(attempt, world)
  await tryHeaders(attempt, world)
  await tryUnsafeStart(attempt)
}
