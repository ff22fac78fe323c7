import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Handlers } from '../../platform/handler.ts'
import { ok } from '../../platform/result.ts'
import { deleteFeed, findFeed, findFeedOwner, saveFeed } from './calendar-feeds.sql.ts'
import { writeCalendar } from './write-calendar.ts'

export const calendarRoutes: Handlers<'calendarFeed' | 'createCalendarFeed' | 'revokeCalendarFeed' | 'calendarFile'> = {
  calendarFeed: async ({ db }, { session }) => {
    const createdAt = await findFeed(db, session.userId)
    return ok({ data: { createdAt: createdAt?.toISOString() ?? null } })
  },

  createCalendarFeed: async ({ db, config }, { session }) => {
    const token = randomBytes(tokenBytes).toString('base64url')
    const createdAt = await saveFeed(db, session.userId, hashOf(token))
    const address = `${config.publicUrl}${calendarsPath}/${token}.ics`
    return ok({ data: { createdAt: createdAt.toISOString(), address } })
  },

  revokeCalendarFeed: async ({ db }, { session }) => {
    await deleteFeed(db, session.userId)
    return ok({ data: { createdAt: null } })
  },

  calendarFile: async (context, { session, language }) => {
    return ok({ data: { file: await writeCalendar(context, { userId: session.userId, language }) } })
  },
}

export const calendarsPath = '/calendar'

const tokenBytes = 32
const fileName = /^([\w-]{43})\.ics$/

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** What a calendar reads at an address, in the learner's language. Null when the address doesn't work. */
export async function readCalendarFeed(context: Context, file: string): Promise<string | null> {
  const [, token] = fileName.exec(file) ?? []
  const owner = token === undefined ? null : await findFeedOwner(context.db, hashOf(token))
  return owner && writeCalendar(context, owner)
}
