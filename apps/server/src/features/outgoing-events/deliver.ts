import type { Context } from '../../context.ts'
import { makePublicFetch } from '../../platform/fetch-public.ts'
import { openSecret } from '../../platform/sealed-secret.ts'
import type { OrganizationEvent } from './deliveries.sql.ts'
import type { StoredEventEndpoint } from './event-endpoints.sql.ts'
import { signWebhook } from './signature.ts'
import { hasStatement, statementOf } from './statements.ts'

export type Answer = {
  isDelivered: boolean
  status: number | null
  error: string | null
  retryAfterSeconds: number | null
}

/** One request for these events. Its status decides. Never throws: what went wrong is for the delivery log. */
export async function deliver(
  context: Context,
  endpoint: StoredEventEndpoint,
  events: readonly OrganizationEvent[],
): Promise<Answer> {
  const { config } = context
  const wanted = endpoint.type === 'xapi' ? events.filter(hasStatement) : events
  if (wanted.length === 0) return { isDelivered: true, status: null, error: null, retryAfterSeconds: null }
  try {
    const send = makePublicFetch(config.localProviders)
    const { url, ...request } = requestOf(context, endpoint, wanted)
    const answer = await send(url, {
      method: 'POST',
      signal: AbortSignal.timeout(config.eventAnswerMs),
      ...request,
      isExcerptEnough: true,
    })
    // A store that has these statements already says so with 409.
    const isDelivered = answer.ok || (endpoint.type === 'xapi' && answer.status === 409)
    const error = isDelivered ? null : (await answer.text()).slice(0, 300)
    const retryAfter = Number(answer.headers.get('retry-after'))
    const retryAfterSeconds = retryAfter > 0 ? Math.min(retryAfter, 86_400) : null
    return { isDelivered, status: answer.status, error, retryAfterSeconds }
  } catch (problem) {
    return { isDelivered: false, status: null, error: reasonOf(problem), retryAfterSeconds: null }
  }
}

const reasonOf = (problem: unknown): string => {
  const cause = problem instanceof Error && problem.cause instanceof Error ? problem.cause : problem
  if (cause instanceof Error && cause.name === 'AbortError') return 'no answer in time'
  return cause instanceof Error ? cause.message.slice(0, 300) : 'unknown'
}

const requestOf = (context: Context, endpoint: StoredEventEndpoint, events: readonly OrganizationEvent[]) => {
  const { config } = context
  const open = (sealed: Buffer): string => {
    const secret = openSecret(config.sessionSecret, 'event endpoint secret', sealed)
    if (secret === null) throw new Error('the secret was sealed with another SESSION_SECRET; rotate it')
    return secret.toString('utf8')
  }
  const json = { 'content-type': 'application/json', 'user-agent': 'Kitewise-Events/1' }
  if (endpoint.type === 'xapi')
    return {
      url: `${endpoint.url.replace(/\/+$/, '')}/statements`,
      headers: {
        ...json,
        authorization: `Basic ${Buffer.from(open(endpoint.sealedSecret)).toString('base64')}`,
        'x-experience-api-version': '1.0.3',
      },
      body: JSON.stringify(events.map((event) => statementOf(config, event))),
    }
  const [event] = events
  if (!event) throw new Error('there is no event to send')
  const body = JSON.stringify(payloadOf(event))
  // The real time, because receivers refuse a signature that isn't fresh by theirs.
  const at = Math.floor(Date.now() / 1000)
  const { earlierSealedSecret: earlier, earlierUntil } = endpoint
  const isEarlierValid = earlier !== null && earlierUntil !== null && earlierUntil > context.clock()
  const secrets = [endpoint.sealedSecret, ...(isEarlierValid ? [earlier] : [])].map(open)
  return { url: endpoint.url, headers: { ...json, ...signWebhook(secrets, event.id, at, body) }, body }
}

/** Thin: IDs and times. Names and addresses are read through the API, by those who may. */
const payloadOf = ({ kind, at, organizationId, userId, subject }: OrganizationEvent) => ({
  type: kind,
  version: 1,
  timestamp: at.toISOString(),
  data: { organizationId, ...(userId !== null && { userId }), ...subject },
})
