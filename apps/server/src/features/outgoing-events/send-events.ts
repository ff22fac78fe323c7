import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { listLessons } from '../learning/progress.sql.ts'
import { listReceivers } from '../organizations/members.sql.ts'
import { findOrganization } from '../organizations/organizations.sql.ts'
import {
  announceCourse,
  type Attempt,
  deleteOldEvents,
  type DueDelivery,
  listDueDeliveries,
  listDueEndpoints,
  saveAttempt,
  takeFinishedLessons,
} from './deliveries.sql.ts'
import { type Answer, deliver } from './deliver.ts'
import {
  deleteEndpointsOfClosed,
  findSendingEndpoint,
  noteFailing,
  pauseEventEndpoint,
  type StoredEventEndpoint,
} from './event-endpoints.sql.ts'

/** Seconds until the next attempt, as Standard Webhooks recommends; after the last one, an event is given up. */
const backoffSeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
/** An endpoint that has failed for so long is paused, and its owners are told. */
const patienceMs = 5 * 86_400_000
/** Webhooks are sent one by one, statements as one request. */
const batch = 50
/** Endpoints to which is sent at the same time, in one of the three jobs of an instance: no receiver can delay a sign-in's mail. */
const lanes = 20
/** After that, the next minute goes on. */
const roundMs = 40_000
const keptDays = 30

/**
 * Each minute, and when an owner sends again: looks which courses are complete now, and sends what is due. Its queue keeps it from
 * overlapping with itself, so an event isn't sent by two instances at once.
 */
export async function dispatchEvents(context: Context): Promise<void> {
  await announceCompletedCourses(context)
  const waiting = await listDueEndpoints(context.db, context.clock())
  const until = Date.now() + roundMs
  const lane = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined && Date.now() < until; id = waiting.shift())
      // The others have their turn first, so that a slow receiver takes its time from nobody.
      if (await sendNext(context, id)) waiting.push(id)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
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
 * Sends what is due first at one endpoint. No transaction is open while the receiver takes its time. An attempt is stored after its
 * answer: after a crash it is repeated with the same ID.
 * @returns whether the endpoint should have another turn; not after a failure
 */
async function sendNext(context: Context, endpointId: string): Promise<boolean> {
  const { db, clock, log } = context
  try {
    const endpoint = await findSendingEndpoint(db, endpointId)
    if (!endpoint) return false
    const due = await listDueDeliveries(db, endpointId, clock(), endpoint.type === 'xapi' ? batch : 1)
    if (due.length === 0) return false
    const events = due.map(({ event }) => event)
    const answer = await deliver(context, endpoint, events)
    await inTransaction(db, (tx) => keep(context, tx, { endpoint, due, answer }))
    return answer.isDelivered
  } catch (error) {
    log.error({ endpointId, err: error }, 'could not send the events of an endpoint')
    return false
  }
}

type Sent = { endpoint: StoredEventEndpoint; due: readonly DueDelivery[]; answer: Answer }

const keep = async (context: Context, tx: Tx, { endpoint, due, answer }: Sent): Promise<void> => {
  const attempt = nextAttempt(answer, Math.max(...due.map(({ attempts }) => attempts)), context.clock())
  const eventIds = due.map(({ event }) => event.id)
  await saveAttempt(tx, endpoint.id, eventIds, attempt)
  await noteFailing(tx, endpoint.id, answer.isDelivered ? null : attempt.at)
  const isGone = answer.status === 410
  const since = endpoint.failingSince
  const isHopeless = !answer.isDelivered && since !== null && +attempt.at - +since > patienceMs
  if (!isGone && !isHopeless) return
  await pauseEventEndpoint(tx, endpoint.id, isGone ? 'gone' : 'failing')
  await tellOwners(context, tx, endpoint)
}

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
  await deleteEndpointsOfClosed(db, clock())
  await deleteOldEvents(db, new Date(clock().getTime() - keptDays * 86_400_000))
}
