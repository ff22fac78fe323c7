import { defaultLanguage } from '@kitewise/rules/language'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../database/connect.ts'
import { isUniqueViolation } from '../../../database/errors.ts'
import { inTransaction } from '../../../database/transaction.ts'
import { findOrganization } from '../../organizations/organizations.sql.ts'
import { findMember } from '../../organizations/members.sql.ts'
import { findAccountByEmail } from '../../accounts/users.sql.ts'
import { admit, createMember, dismiss } from '../admit.ts'
import { hasProvedDomain } from '../domains.sql.ts'
import { applyPatch, type Description, readFilter, readPerson, ScimError } from './read-scim.ts'
import {
  deleteScimUser,
  listScimUsers,
  lockScimUser,
  oneScimUserPerEmail,
  oneScimUserPerName,
  saveScimUser,
  type ScimUser,
} from './scim-users.sql.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const mostPerPage = 200

const unknown = () => new ScimError(404, null, 'There is no such user.')

type Page = { filter?: string | undefined; startIndex?: string | undefined; count?: string | undefined }

const readWhole = (name: string, text: string | undefined, usual: number): number => {
  if (text === undefined || text === '') return usual
  if (!/^-?\d{1,9}$/.test(text)) throw new ScimError(400, 'invalidValue', `${name} must be a whole number.`)
  return Number(text)
}

export async function listUsers(
  { db }: Context,
  organizationId: string,
  page: Page,
): Promise<{ users: ScimUser[]; total: number; startIndex: number }> {
  const filter = readFilter(page.filter)
  const startIndex = Math.max(1, readWhole('startIndex', page.startIndex, 1))
  const limit = Math.min(mostPerPage, Math.max(0, readWhole('count', page.count, mostPerPage)))
  return { ...(await listScimUsers(db, organizationId, { filter, offset: startIndex - 1, limit })), startIndex }
}

export async function getUser({ db }: Context, organizationId: string, id: string): Promise<ScimUser> {
  const filter = { by: 'id', value: id.toLowerCase() } as const
  const { users } = await listScimUsers(db, organizationId, { filter, offset: 0, limit: 1 })
  if (!users[0]) throw unknown()
  return users[0]
}

/** Only addresses of the organization's own domains: it must not claim other people. */
const checkDomain = async (tx: Tx, organizationId: string, { email }: Description): Promise<void> => {
  const domain = email.split('@')[1] ?? ''
  if (await hasProvedDomain(tx, organizationId, domain)) return
  throw new ScimError(400, 'invalidValue', `${domain} isn't a proven domain of the organization.`)
}

const orTaken = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (isUniqueViolation(error, oneScimUserPerName) || isUniqueViolation(error, oneScimUserPerEmail))
      throw new ScimError(409, 'uniqueness', 'There is a user with this userName or address.')
    throw error
  }
}

/** A new account, or the member with this address. Somebody else's account waits until they prove at a sign-in that it is theirs. */
export function createUser(context: Context, organizationId: string, body: unknown): Promise<ScimUser> {
  const person = readPerson(body)
  return orTaken(
    inTransaction(context.db, async (tx) => {
      await checkDomain(tx, organizationId, person)
      const stored = await saveScimUser(tx, organizationId, { ...person, id: context.newId(), userId: null })
      return person.isActive ? activate(context, tx, organizationId, stored) : stored
    }),
  )
}

const activate = async (context: Context, tx: Tx, organizationId: string, user: ScimUser): Promise<ScimUser> => {
  const userId = user.userId ?? (await findOwnAccount(context, tx, organizationId, user))
  if (userId === null) return user
  const stored = await saveScimUser(tx, organizationId, { ...user, userId })
  await admit(context, tx, { organizationId, userId })
  return stored
}

const findOwnAccount = async (
  context: Context,
  tx: Tx,
  organizationId: string,
  { email }: ScimUser,
): Promise<string | null> => {
  const account = await findAccountByEmail(tx, email)
  if (!account)
    return createMember(context, tx, { organizationId, email, language: await languageOf(tx, organizationId) })
  return (await findMember(tx, organizationId, account.id)) === null ? null : account.id
}

/** A new account is in the language of the organization until its learner chooses one. */
const languageOf = async (tx: Tx, organizationId: string): Promise<string> =>
  (await findOrganization(tx, organizationId))?.language ?? defaultLanguage

export function replaceUser(context: Context, organizationId: string, id: string, body: unknown): Promise<ScimUser> {
  const person = readPerson(body)
  return change(context, { organizationId, id }, () => person)
}

export function patchUser(context: Context, organizationId: string, id: string, body: unknown): Promise<ScimUser> {
  return change(context, { organizationId, id }, (person) => applyPatch(person, body))
}

/** The address of the account never changes: it's how the learner gets back in without the organization. */
const change = (
  context: Context,
  { organizationId, id }: { organizationId: string; id: string },
  decide: (person: Description) => Description,
): Promise<ScimUser> =>
  orTaken(
    inTransaction(context.db, async (tx) => {
      const before = uuid.test(id) ? await lockScimUser(tx, organizationId, id) : null
      if (!before) throw unknown()
      const person = decide(before)
      if (person.email !== before.email) await checkDomain(tx, organizationId, person)
      const stored = await saveScimUser(tx, organizationId, { ...before, ...person })
      if (person.isActive && !before.isActive) return activate(context, tx, organizationId, stored)
      if (!person.isActive && before.isActive) await leave(context, tx, organizationId, stored)
      return stored
    }),
  )

const leave = async (context: Context, tx: Tx, organizationId: string, { userId }: ScimUser): Promise<void> => {
  if (userId !== null) await dismiss(context, tx, { organizationId, userId })
}

export function removeUser(context: Context, organizationId: string, id: string): Promise<void> {
  return inTransaction(context.db, async (tx) => {
    const before = uuid.test(id) ? await lockScimUser(tx, organizationId, id) : null
    if (!before) throw unknown()
    await leave(context, tx, organizationId, before)
    await deleteScimUser(tx, organizationId, id)
  })
}
