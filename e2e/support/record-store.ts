import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A statement as far as journeys look into it. */
export type Statement = {
  id: string
  actor: unknown
  verb: { id: string }
  object: { id: string }
  result?: { completion?: boolean; success?: boolean; score?: { scaled?: number }; duration?: string }
  context: {
    registration: string
    contextActivities: { category?: { id: string }[]; grouping?: { id: string }[] }
    extensions: Record<string, unknown>
  }
}

const token = 'a2l0ZTp3aXNl'

/**
 * A store of learning records with what cmi5 needs: a fetch address that answers once, statements, states and agent
 * profiles, for pages of other origins. It refuses what the standard lets it refuse, and notes it as a fault.
 */
export async function startRecordStore() {
  const statements: Statement[] = []
  const faults: string[] = []
  const documents = new Map<string, string>()
  let isFetched = false
  let isDown = false
  let preflights = 0

  const fault = (response: ServerResponse, status: number, words: string): void => {
    faults.push(words)
    response.writeHead(status).end(words)
  }
  const acceptStatement = (id: string, text: string, response: ServerResponse): void => {
    const statement = JSON.parse(text) as Statement
    const known = statements.find((one) => one.id === statement.id)
    if (statement.id !== id) return fault(response, 400, 'the statement has another ID than its address')
    if (known)
      return JSON.stringify(known) === JSON.stringify(statement)
        ? void response.writeHead(204).end()
        : fault(response, 409, 'another statement has this ID')
    const reason = findFault(statement, statements)
    if (reason !== null) return fault(response, 403, reason)
    statements.push(statement)
    response.writeHead(204).end()
  }
  const handleDocument = (key: string, text: string, method: string | undefined, response: ServerResponse): void => {
    const stored = documents.get(key)
    if (method === 'PUT') {
      documents.set(key, text)
      response.writeHead(204).end()
    } else if (stored === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end(stored)
  }
  const handle = (request: IncomingMessage, text: string, response: ServerResponse): void => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost')
    if (isDown) return void response.destroy()
    if (pathname === '/fetch') {
      if (request.method !== 'POST') return fault(response, 405, 'the fetch address wants POST')
      if (isFetched) return fault(response, 400, 'the fetch address was used twice')
      isFetched = true
      return void response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ 'auth-token': token }))
    }
    if (request.headers.authorization !== `Basic ${token}`) return fault(response, 401, `no token: ${pathname}`)
    if (!/^1\.0\.\d$/.test(String(request.headers['x-experience-api-version'])))
      return fault(response, 400, 'no version')
    if (pathname === '/xapi/statements') return acceptStatement(query.get('statementId') ?? '', text, response)
    if (pathname === '/xapi/activities/state')
      return handleDocument(`state ${query.get('stateId')}`, text, request.method, response)
    if (pathname === '/xapi/agents/profile')
      return handleDocument(`profile ${query.get('profileId')}`, text, request.method, response)
    return fault(response, 404, `no resource ${pathname}`)
  }

  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type, X-Experience-API-Version')
    response.setHeader('Access-Control-Allow-Methods', 'GET, PUT, POST')
    if (request.method === 'OPTIONS') {
      preflights += 1
      response.writeHead(204).end()
      return
    }
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => handle(request, Buffer.concat(parts).toString('utf8'), response))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    statements,
    faults,
    documents,
    preflights: () => preflights,
    /** A new session of the same registration: the fetch address answers once more. */
    launchAgain: () => (isFetched = false),
    setDown: (down: boolean) => (isDown = down),
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

const verbOf = ({ verb }: Statement): string => verb.id.split('/').at(-1) ?? ''
const sessionOf = ({ context }: Statement): unknown => context.extensions[sessionExtension]
const sessionExtension = 'https://w3id.org/xapi/cmi5/context/extensions/sessionid'
const masteryExtension = 'https://w3id.org/xapi/cmi5/context/extensions/masteryscore'
const category = 'https://w3id.org/xapi/cmi5/context/categories'

/** Why cmi5 forbids the statement after the earlier ones; null if it doesn't. */
const findFault = (statement: Statement, earlier: readonly Statement[]): string | null =>
  findOrderFault(statement, earlier) ?? findContentFault(statement)

const findOrderFault = (statement: Statement, earlier: readonly Statement[]): string | null => {
  const verb = verbOf(statement)
  const inSession = earlier.filter((one) => sessionOf(one) === sessionOf(statement)).map(verbOf)
  const isOnce = verb === 'passed' || verb === 'completed'
  if ((verb === 'initialized') !== (inSession.length === 0)) return `${verb} out of order`
  if (inSession.includes('terminated')) return `${verb} after the end`
  if (inSession.includes(verb)) return `${verb} twice in a session`
  if (isOnce && earlier.some((one) => verbOf(one) === verb)) return `${verb} twice`
  return judgments.has(verb) && inSession.some((one) => judgments.has(one)) ? 'passed and failed' : null
}

const judgments = new Set(['passed', 'failed'])

const findContentFault = (statement: Statement): string | null => {
  const verb = verbOf(statement)
  const categories = new Set((statement.context.contextActivities.category ?? []).map(({ id }) => id))
  const isJudged = judgments.has(verb)
  if (sessionOf(statement) === undefined) return `${verb} without the session of the context template`
  if (!categories.has(`${category}/cmi5`)) return `${verb} without the category of cmi5`
  if (categories.has(`${category}/moveon`) !== (isJudged || verb === 'completed')) return `${verb} and moveOn`
  const mastery = statement.context.extensions[masteryExtension]
  if (isJudged && typeof mastery !== 'number') return `${verb} without the mastery score`
  const scaled = statement.result?.score?.scaled ?? 0
  return isJudged && scaled >= Number(mastery) !== (verb === 'passed') ? `${verb} with ${scaled}` : null
}
