import { defaultLanguage } from '@kitewise/rules/language'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../database/connect.ts'
import { isUniqueViolation } from '../../../database/errors.ts'
import { inTransaction } from '../../../database/transaction.ts'
import { markRemoved, welcomeBack } from '../../organizations/may-belong.ts'
import { findOrganization, lockOrganization } from '../../organizations/organizations.sql.ts'
import { findMember } from '../../organizations/members.sql.ts'
import { findAccountByEmail } from '../../accounts/users.sql.ts'
import { admit, createMember, dismiss } from '../admit.ts'
import { hasProvedDomainOf } from '../domains.sql.ts'
import { findUserByIdentity } from '../identities.sql.ts'
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
  if (await hasProvedDomainOf(tx, organizationId, email)) return
  throw new ScimError(400, 'invalidValue', `${email.split('@')[1]} isn't a proven domain of the organization.`)
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
      await lockOrganization(tx, organizationId)
      await checkDomain(tx, organizationId, person)
      const stored = await saveScimUser(tx, organizationId, { ...person, id: context.newId(), userId: null })
      return person.isActive ? activate(context, tx, organizationId, stored) : stored
    }),
  )
}

/** The directory wants this person, whatever it or an owner said before. */
const activate = async (context: Context, tx: Tx, organizationId: string, user: ScimUser): Promise<ScimUser> => {
  await welcomeBack(tx, context, { organizationId, userId: user.userId, email: user.email })
  const userId = user.userId ?? (await findOwnAccount(context, tx, organizationId, user))
  if (userId === null) return user
  const stored = await saveScimUser(tx, organizationId, { ...user, userId })
  const admitted = await admit(context, tx, { organizationId, userId }, 'directory')
  if (!admitted.ok) throw new ScimError(409, null, 'The organization is closed.')
  return stored
}

const findOwnAccount = async (
  context: Context,
  tx: Tx,
  organizationId: string,
  { email }: ScimUser,
): Promise<string | null> => {
  const known = await findKnown(tx, organizationId, email)
  for (const userId of known) if ((await findMember(tx, organizationId, userId)) !== null) return userId
  if (known.length > 0) return null
  const language = await languageOf(tx, organizationId)
  const created = await createMember(context, tx, { organizationId, email, language, by: 'directory' })
  return created.ok ? created.value : null
}

/** The learners with this address: their account has it, or their account at the organization's provider. */
const findKnown = async (tx: Tx, organizationId: string, email: string): Promise<string[]> => {
  const account = await findAccountByEmail(tx, email)
  const linked = await findUserByIdentity(tx, organizationId, email)
  return [linked, account?.id ?? null].filter((userId) => userId !== null)
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
      await lockOrganization(tx, organizationId)
      const before = uuid.test(id) ? await lockScimUser(tx, organizationId, id) : null
      if (!before) throw unknown()
      const person = decide(before)
      if (person.email !== before.email) await checkDomain(tx, organizationId, person)
      const stored = await saveScimUser(tx, organizationId, { ...before, ...person })
      const isOther = person.email !== before.email
      if (person.isActive && (!before.isActive || (isOther && before.userId === null)))
        return activate(context, tx, organizationId, stored)
      if (person.isActive || !before.isActive) return stored
      await leave(context, tx, organizationId, before)
      if (isOther) await leave(context, tx, organizationId, stored)
      return stored
    }),
  )

/** Everybody leaves whom the directory knows by this entry: the learner it belongs to, and the member with its address. */
const leave = async (context: Context, tx: Tx, organizationId: string, user: ScimUser): Promise<void> => {
  const own = user.userId === null ? [] : [user.userId]
  for (const userId of new Set([...own, ...(await findKnown(tx, organizationId, user.email))]))
    await dismiss(context, tx, { organizationId, userId })
  await markRemoved(tx, context, { organizationId, userId: user.userId, email: user.email })
}

/** The organization is locked before the entry, as where somebody joins. */
export function removeUser(context: Context, organizationId: string, id: string): Promise<void> {
  return inTransaction(context.db, async (tx) => {
    await lockOrganization(tx, organizationId)
    const before = uuid.test(id) ? await lockScimUser(tx, organizationId, id) : null
    if (!before) throw unknown()
    await leave(context, tx, organizationId, before)
    await deleteScimUser(tx, organizationId, id)
  })
}
