import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import { makePublicFetch } from '../../platform/fetch-public.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { openSecret } from '../../platform/sealed-secret.ts'
import { listLessons } from '../learning/progress.sql.ts'
import { listReceivers } from '../organizations/members.sql.ts'
import { findOrganization } from '../organizations/organizations.sql.ts'
import {
  announceCourse,
  type Attempt,
  deleteOldEvents,
  listDueDeliveries,
  listDueEndpoints,
  type OrganizationEvent,
  saveAttempt,
  takeFinishedLessons,
} from './deliveries.sql.ts'
import { lockEventEndpoint, noteFailing, pauseEventEndpoint, type StoredEventEndpoint } from './event-endpoints.sql.ts'
import { signWebhook } from './signature.ts'
import { hasStatement, statementOf } from './statements.ts'

/** Seconds until the next attempt, as Standard Webhooks recommends; after the last one, an event is given up. */
const backoffSeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
/** An endpoint that has failed for so long is paused, and its owners are told. */
const patienceMs = 5 * 86_400_000
/** Webhooks are sent one by one, statements as one request. */
const batch = 50
const answerWithinMs = 10_000
const keptDays = 30

/** Each minute: looks which courses are complete now, and starts a job for each endpoint with something due. */
export async function dispatchEvents(context: Context): Promise<void> {
  await announceCompletedCourses(context)
  for (const endpointId of await listDueEndpoints(context.db, context.clock()))
    await addJob(context.db, 'send-events', { endpointId }, { key: `send-events:${endpointId}`, maxAttempts: 1 })
}

/** A course is complete when the running catalog's last lesson is, which no trigger can know. */
const announceCompletedCourses = ({ db, catalog }: Context): Promise<void> =>
  inTransaction(db, async (tx) => {
    for (const lesson of await takeFinishedLessons(tx, 200)) {
      const course = catalog.findCourse(lesson.courseId)
      const rows = await listLessons(tx, lesson.userId, lesson.courseId)
      const finished = new Set(rows.filter(({ finishedAtMs }) => finishedAtMs !== null).map(({ lessonId }) => lessonId))
      if (course?.lessons.every(({ id }) => finished.has(id))) await announceCourse(tx, lesson)
    }
  })

/**
 * Sends what is due at one endpoint. The row stays locked, so a queue is worked on by one instance, and a receiver that
 * hangs delays only its own queue. An attempt is stored after its answer: after a crash it is repeated with the same ID.
 */
export async function sendEvents(context: Context, { endpointId }: { endpointId: string }): Promise<void> {
  let goesOn = true
  while (goesOn)
    goesOn = await inTransaction(context.db, async (tx) => {
      const endpoint = await lockEventEndpoint(tx, endpointId)
      if (!endpoint) return false
      const due = await listDueDeliveries(tx, endpointId, context.clock(), endpoint.type === 'xapi' ? batch : 1)
      if (due.length === 0) return false
      const answer = await deliver(
        context,
        endpoint,
        due.map(({ event }) => event),
      )
      const attempt = nextAttempt(answer, Math.max(...due.map(({ attempts }) => attempts)), context.clock())
      await saveAttempt(
        tx,
        endpointId,
        due.map(({ event }) => event.id),
        attempt,
      )
      await noteFailing(tx, endpointId, answer.isDelivered ? null : attempt.at)
      const isGone = answer.status === 410
      const since = endpoint.failingSince
      const isHopeless = !answer.isDelivered && since !== null && +attempt.at - +since > patienceMs
      if (isGone || isHopeless) {
        await pauseEventEndpoint(tx, endpointId, isGone ? 'gone' : 'failing')
        await tellOwners(context, tx, endpoint)
      }
      return answer.isDelivered
    })
}

export type Answer = {
  isDelivered: boolean
  status: number | null
  error: string | null
  retryAfterSeconds: number | null
}

/** One request for these events. Never throws: what went wrong is for the delivery log. */
export async function deliver(
  context: Context,
  endpoint: StoredEventEndpoint,
  events: readonly OrganizationEvent[],
): Promise<Answer> {
  const wanted = endpoint.type === 'xapi' ? events.filter(hasStatement) : events
  if (wanted.length === 0) return { isDelivered: true, status: null, error: null, retryAfterSeconds: null }
  try {
    const send = makePublicFetch(context.config.localProviders)
    const { url, ...request } = requestOf(context, endpoint, wanted)
    const answer = await send(url, { method: 'POST', signal: AbortSignal.timeout(answerWithinMs), ...request })
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

const nextAttempt = (answer: Answer, attempts: number, at: Date): Attempt => {
  const { status, error, isDelivered, retryAfterSeconds } = answer
  const wait = backoffSeconds[attempts]
  if (isDelivered) return { state: 'delivered', at, nextAt: at, status, error }
  if (wait === undefined) return { state: 'dead', at, nextAt: at, status, error }
  const nextAt = new Date(at.getTime() + Math.max(wait, retryAfterSeconds ?? 0) * 1000)
  return { state: 'waiting', at, nextAt, status, error }
}

const tellOwners = async (
  { config }: Context,
  tx: Tx,
  { id, organizationId, url }: StoredEventEndpoint,
): Promise<void> => {
  const organization = (await findOrganization(tx, organizationId))?.name ?? config.brand.name
  const address = new URL(url).host
  for (const { userId, email: to, language } of await listReceivers(tx, organizationId, ['owner'])) {
    const dedupeKey = `events_paused:${id}:${userId}:${new Date().toISOString().slice(0, 10)}`
    await queueMail(tx, {
      to,
      userId,
      language,
      template: 'events_paused',
      values: { organization, address },
      dedupeKey,
    })
  }
}

/** Events and deliveries are kept for 30 days. */
export async function purgeEvents({ db, clock }: Context): Promise<void> {
  await deleteOldEvents(db, new Date(clock().getTime() - keptDays * 86_400_000))
}
