import type { PublicEndpointName, PublicEndpoints } from '@kitewise/contract/public-api'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Queryable, Tx } from '../../database/connect.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { listGroups } from '../organizations/groups.sql.ts'
import { inviteOne } from '../organizations/invite.ts'
import { findMember } from '../organizations/members.sql.ts'
import { logAct } from '../organizations/organization.ts'
import { findOrganization, lockOrganization } from '../organizations/organizations.sql.ts'
import { countSeats } from '../organizations/seats.sql.ts'
import { takeSeatBack } from '../organizations/seats.ts'
import { deleteEndedKeys, deleteOldAnswers } from './answers.sql.ts'
import type { UsedKey } from './api-keys.sql.ts'
import { readCertificates, readPeople, readProgress } from './public-reads.sql.ts'

type Input<N extends PublicEndpointName> = {
  key: UsedKey
  params: z.output<PublicEndpoints[N]['params']>
  query: z.output<PublicEndpoints[N]['query']>
  body: PublicEndpoints[N]['body'] extends z.ZodType ? z.output<PublicEndpoints[N]['body']> : null
}

/** A write is given the transaction in which its answer is stored too. */
type PublicHandlers = {
  [N in PublicEndpointName]: (
    context: Context,
    db: PublicEndpoints[N] extends { method: 'GET' } ? Queryable : Tx,
    input: Input<N>,
  ) => Promise<Result<z.input<PublicEndpoints[N]['answer']>>>
}

export const publicHandlers: PublicHandlers = {
  getOrganization: async (_context, db, { key: { organizationId } }) => {
    const organization = await findOrganization(db, organizationId)
    if (!organization) return refuse('not_found')
    const seats = await countSeats(db, organizationId)
    return ok({ data: { id: organizationId, name: organization.name, seats } })
  },
  listPeople: async (_context, db, { key: { organizationId }, query: { cursor, limit } }) => {
    const after = readCursor(cursor)
    if (after === false) return badCursor
    const found = await readPeople(db, { organizationId, after: after?.userId ?? null, limit: limit + 1 })
    const rows = found.map(({ joinedAt, ...row }) => ({ ...row, joinedAt: joinedAt.toISOString() }))
    return ok(pageOf(rows, limit, ({ userId }) => userId))
  },
  listGroups: async (_context, db, { key }) => {
    const groups = await listGroups(db, key.organizationId)
    return ok({ data: groups.map(({ id, name, members }) => ({ id, name, members })) })
  },
  listProgress: async ({ catalog }, db, { key: { organizationId }, query: { cursor, limit } }) => {
    const after = readCursor(cursor)
    if (after === false) return badCursor
    const wanted = { organizationId, after: after?.userId ?? null, limit: limit + 1 }
    return ok(pageOf(await readProgress(db, catalog.courses, wanted), limit, ({ userId }) => userId))
  },
  listCertificates: async (_context, db, { key: { organizationId }, query: { cursor, limit } }) => {
    const after = readCursor(cursor)
    if (after === false) return badCursor
    const wanted = { organizationId, after: after?.userId ?? null, limit: limit + 1 }
    const rows = await readCertificates(db, wanted, after?.courseId ?? '')
    return ok(pageOf(rows, limit, ({ userId, courseId }) => `${userId} ${courseId}`))
  },
  invitePerson: async (context, tx, { key, body }) => {
    const invited = await inviteOne(tx, context, { organizationId: key.organizationId, ...body })
    if (!invited.ok) return invited
    await logAct(tx, context, actorOf(key), { kind: 'key.invited', detail: key.name })
    return ok({ data: invited.value })
  },
  freeSeat: async (context, tx, { key, params: { userId } }) => {
    const { organizationId } = key
    await lockOrganization(tx, organizationId)
    if (!(await findMember(tx, organizationId, userId))) return refuse('not_found')
    const isFreed = await takeSeatBack(tx, context, { organizationId, userId })
    if (isFreed) await logAct(tx, context, actorOf(key), { kind: 'key.freed', detail: key.name, subjectId: userId })
    return ok({ data: { done: true } })
  },
}

const actorOf = ({ organizationId }: UsedKey) => ({ organizationId, userId: null })

const badCursor = refuse('invalid_request', [{ field: 'query.cursor', message: 'Not a cursor of this list.' }])

/** Cursors are only for reading them back here, so that their form may change. */
const pageOf = <T>(rows: readonly T[], limit: number, placeOf: (row: T) => string) => {
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return { data, next: hasMore ? Buffer.from(placeOf(last)).toString('base64url') : null }
}

const place = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?: ([\w.-]{1,100}))?$/

/** Null at the beginning, false for what isn't a cursor. */
const readCursor = (cursor: string | undefined): { userId: string; courseId: string } | null | false => {
  if (cursor === undefined) return null
  const [, userId, courseId = ''] = place.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  return userId === undefined ? false : { userId, courseId }
}

export async function purgeApiKeys({ db, clock }: Context): Promise<void> {
  await deleteOldAnswers(db, clock())
  await deleteEndedKeys(db, clock())
}
