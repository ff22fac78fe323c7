import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { readEmailAddress } from '@kitewise/rules/account'
import { z } from 'zod'
import { recordErasures } from '../backups/erasure-ledger.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { appendAudit } from '../desk/access/audit.sql.ts'
import { findAccountByEmail, findAccountById } from '../features/accounts/users.sql.ts'
import { grantAccess, readGrantEnd } from '../features/billing/grant-access.ts'
import { findSubscriptions, findUserByProviderId } from '../features/billing/subscriptions.sql.ts'
import { eraseNow } from '../features/privacy/delete-account.ts'
import { exportData } from '../features/privacy/export-data.ts'
import { queueMail } from '../platform/messages/queue-mail.ts'
import { revokeSessions } from '../platform/sessions.sql.ts'
import { CommandError, readSettings, say } from './settings.ts'
import { withContext } from './with-context.ts'

export type Person = { id: string; email: string; lang: string; isActive: boolean }

/** What each subcommand does. `check` throws for bad input, `act` returns the lines to print; between them is the audit row. */
type Action = {
  audit: string
  check?: (context: Context) => void
  act: (context: Context, person: Person) => Promise<string[]>
  /** What the audit log says of the result. */
  facts?: (context: Context) => { endsAt: number }
}

/** `kitewise user …`. @param who an email address, an ID of ours, or one of the payment provider */
export async function runUserCommand(who: string, reason: string, action: Action): Promise<void> {
  const lines = await withContext(readSettings(), (context) => actOnUser(context, { who, reason }, action))
  say(...lines)
}

/** @throws CommandError if there's no such person, or no reason; an audit row that can't be written stops the action */
export async function actOnUser(
  context: Context,
  { who, reason }: { who: string; reason: string },
  { audit, check, act, facts }: Action,
): Promise<string[]> {
  if (reason.trim() === '') throw new CommandError('Give a reason; the audit log keeps it. Name no person in it.')
  check?.(context)
  const person = await findPerson(context, who)
  if (!person) throw new CommandError(`No account belongs to ${who}.`)
  const entry = { staffId: null, action: audit, object: { kind: 'person' as const, id: null }, userId: person.id }
  const row = { ...entry, outcome: 'begun', reason: `command line: ${reason}` }
  const begunId = await appendAudit(context, context.db, row)
  const end = (outcome: 'succeeded' | 'failed') =>
    appendAudit(context, context.db, { ...entry, ...facts?.(context), begunId, outcome })
  const lines = await act(context, person).catch(async (error: unknown) => {
    await end('failed')
    throw error
  })
  await end('succeeded')
  return lines
}

const findPerson = async ({ db }: Context, who: string): Promise<Person | null> => {
  const email = readEmailAddress(who)
  if (email !== null) return findAccountByEmail(db, email)
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(who)) return findAccountById(db, who)
  const id = await findUserByProviderId(db, who)
  return id === null ? null : findAccountById(db, id)
}

export const showUser: Action = {
  audit: 'findUser',
  act: async ({ db }, { id, email, lang, isActive }) => [
    `${id}  ${email}  ${lang}${isActive ? '' : '  deleted by its owner, will be erased'}`,
    ...(await findSubscriptions(db, id)).map(
      ({ id: subscription, status, currentPeriodEnd, provider }) =>
        `  ${subscription}  ${status} until ${new Date(currentPeriodEnd * 1000).toISOString()}  ${provider ?? 'no provider'}`,
    ),
  ],
}

export const endUserSessions: Action = {
  audit: 'endSessions',
  act: async ({ db }, { id }) => {
    await inTransaction(db, (tx) => revokeSessions(tx, id, { keptSessionId: null, reason: 'signed_out' }))
    return ['All sessions of this account have ended.']
  },
}

export const sendPinLink: Action = {
  audit: 'sendPinLink',
  act: async ({ db }, { id, email, lang, isActive }) => {
    if (!isActive) throw new CommandError('The owner has deleted this account. Signing in with the PIN restores it.')
    const order = { to: email, userId: id, language: lang, template: 'set_pin_after_restore' as const, values: {} }
    await inTransaction(db, (tx) => queueMail(tx, order))
    return ['The link to a new PIN is in the mail queue.']
  },
}

/** As staff do at the desk. @param day the last day, YYYY-MM-DD in UTC; a past one ends the access */
export function grantUserAccess(day: string): Action {
  return {
    audit: 'grantAccess',
    facts: (context) => ({ endsAt: readDay(context, day).getTime() }),
    check: (context) => void readDay(context, day),
    act: async (context, { id }) => {
      const until = readDay(context, day)
      await grantAccess(context, id, until)
      return [until > context.clock() ? `Access until the end of ${day} (UTC).` : 'The granted access has ended.']
    },
  }
}

const readDay = (context: Context, day: string): Date => {
  const until = z.iso.date().safeParse(day).success ? readGrantEnd(context, day) : null
  if (until === null) throw new CommandError('--until takes a day like 2027-01-31, at most 400 days ahead.')
  return until
}

/** At once, without the 28 days in which an owner may come back. */
export const eraseUser: Action = {
  audit: 'eraseUser',
  act: async (context, { id }) => {
    const erased = await eraseNow(context, id)
    if (!erased.ok)
      throw new CommandError(
        'An organization has no other owner. The account can be erased once it has one or is closed.',
      )
    const { folder } = context.config.backups
    if (folder !== null) await recordErasures(context.databaseAddress, folder)
    return ['The account is erased. The payment provider is asked to end its subscriptions and to forget the person.']
  },
}

/** As the learner's own export, to a file that only this user may read. */
export function exportUser(to: string): Action {
  return {
    audit: 'exportUser',
    act: async (context, { id }) => {
      const file = resolve(to)
      const data = await exportData(context, id)
      await writeFile(file, `${JSON.stringify(data, null, 2)}\n`, { mode: 0o600, flag: 'wx' }).catch(
        (error: unknown) => {
          const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
          throw new CommandError(`${file} cannot be written: ${code === 'EEXIST' ? 'it exists' : code}.`, {
            cause: error,
          })
        },
      )
      return [`${file}. It contains everything about this person: send it encrypted, and delete it.`]
    },
  }
}
