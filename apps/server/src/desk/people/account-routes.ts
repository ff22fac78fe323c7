import { blockAccount, unblockAccount } from '../../features/privacy/block-account.ts'
import { exportData } from '../../features/privacy/export-data.ts'
import { ok, refuse } from '../../platform/result.ts'
import { countActionsToday } from '../access/audit.sql.ts'
import { acted, DeskFile, type DeskHandlers } from '../access/handler.ts'
import { findPerson } from './person.sql.ts'

/** For each member of staff, so that a stolen session can't take everything away. */
const exportsPerDay = 10

const done = { data: { done: true as const } }

export const personAccountRoutes: DeskHandlers<'blockPerson' | 'unblockPerson' | 'exportPerson'> = {
  blockPerson: async (context, { params: { userId } }) => {
    const person = await findPerson(context.db, userId)
    if (!person) return refuse('not_found')
    await blockAccount(context, userId)
    return acted(done, { was: person.blockedAt ? 'blocked' : 'open', becomes: 'blocked' })
  },

  unblockPerson: async (context, { params: { userId } }) => {
    const person = await findPerson(context.db, userId)
    if (!person) return refuse('not_found')
    await unblockAccount(context, userId)
    return acted(done, { was: person.blockedAt ? 'blocked' : 'open', becomes: 'open' })
  },

  exportPerson: async (context, { params: { userId }, staff }) => {
    if (!(await findPerson(context.db, userId))) return refuse('not_found')
    // The row of this export is written already, so concurrent ones can't exceed the limit.
    if ((await countActionsToday(context.db, staff.staffId, 'exportPerson')) > exportsPerDay)
      return refuse('too_many_exports')
    const data = await exportData(context, userId)
    const name = `data-of-${userId}-${data.exportedAt.slice(0, 10)}.json`
    return ok(new DeskFile(name, 'application/json; charset=utf-8', inOnePiece(JSON.stringify({ data }))))
  },
}

async function* inOnePiece(text: string): AsyncGenerator<string> {
  yield text
}
