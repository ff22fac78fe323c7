import { createHmac, randomInt } from 'node:crypto'
import type { Role } from '@kitewise/contract/desk'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Handlers } from '../../platform/handler.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import {
  countTry,
  deleteOldViews,
  endViews,
  findOpenView,
  findPermittedView,
  insertView,
  noteOpening,
} from './support-views.sql.ts'

const minutes = 60
const mostTries = 5
/** So long the learner's export lists them. */
const keptDays = 366

/** Without letters that look like digits. */
const alphabet = 'abcdefghjkmnpqrstvwxyz23456789'

/** 39 random bits, written as `abcd-efgh`. */
const newCode = (): string =>
  Array.from({ length: 8 }, (_, at) => (at === 4 ? '-' : '') + alphabet[randomInt(alphabet.length)]).join('')

/** Keyed; ignores blanks, hyphens and capitals. */
const hashCode = ({ config }: Context, code: string): Buffer => {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '')
  return createHmac('sha256', config.pinHashing.pepper).update(`support-view:${plain}`).digest()
}

export const supportViewRoutes: Handlers<'supportView' | 'allowSupportView' | 'endSupportView'> = {
  supportView: async ({ db }, { session }) => {
    const view = await findOpenView(db, session.userId, mostTries)
    if (!view) return ok({ data: { view: null } })
    const { endsAt, openedAt, openedByRole } = view
    return ok({
      data: { view: { endsAt: endsAt.toISOString(), openedAt: openedAt?.toISOString() ?? null, openedByRole } },
    })
  },

  allowSupportView: async (context, { session: { userId } }) => {
    const code = newCode()
    const endsAt = await inTransaction(context.db, async (tx) => {
      await endViews(tx, userId)
      return insertView(tx, { id: context.newId(), userId, codeHash: hashCode(context, code), minutes })
    })
    return ok({ data: { code, endsAt: endsAt.toISOString() } })
  },

  endSupportView: async ({ db }, { session }) => {
    await endViews(db, session.userId)
    return ok({ data: { ended: true } })
  },
}

/**
 * Lets one member of staff read, if the code is this learner's and unused. A repeat by the same member succeeds.
 * Refuses with `support_code_refused`.
 */
export async function enterSupportCode(
  context: Context,
  { userId, code, staffId, role }: { userId: string; code: string; staffId: string; role: Role },
): Promise<Result<null>> {
  const given = hashCode(context, code)
  const isRight = await inTransaction(context.db, async (tx) => {
    const waiting = await countTry(tx, userId, mostTries)
    if (!waiting) return (await findPermittedView(tx, userId, staffId))?.codeHash.equals(given) === true
    if (!waiting.codeHash.equals(given)) return false
    await noteOpening(tx, { userId, id: waiting.id, staffId, role })
    return true
  })
  return isRight ? ok(null) : refuse('support_code_refused')
}

/** Until when this member of staff may read what the learner has written; null if they may not. */
export async function findSupportViewEnd({ db }: Context, userId: string, staffId: string): Promise<Date | null> {
  return (await findPermittedView(db, userId, staffId))?.endsAt ?? null
}

/** Part of the job that deletes what has expired. */
export function purgeSupportViews({ db }: Context): Promise<void> {
  return deleteOldViews(db, keptDays)
}
