import { randomBytes } from 'node:crypto'
import { domainToASCII } from 'node:url'
import type { Context } from '../../context.ts'
import { isUniqueViolation } from '../../database/errors.ts'
import { inTransaction } from '../../database/transaction.ts'
import { mailWords } from '../../platform/messages/mail-texts.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Membership } from '../organizations/authorize-member.ts'
import { logAct } from '../organizations/organization.ts'
import { listReceivers } from '../organizations/members.sql.ts'
import { findOrganization } from '../organizations/organizations.sql.ts'
import {
  findDomain,
  insertDomain,
  listDueDomains,
  oneOrganizationPerDomain,
  saveCheck,
  type StoredDomain,
} from './domains.sql.ts'

/** For so long a proof outlives its record. */
const graceDays = 14
const graceMs = graceDays * 86_400_000

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** In the form of the domain name system; null if it isn't the name of a domain. */
function readDomain(given: string): string | null {
  const domain = domainToASCII(given.trim().replace(/^@/, '')).toLowerCase()
  const labels = domain.split('.')
  const isName = labels.length > 1 && labels.every((part) => label.test(part)) && !/^\d+$/.test(labels.at(-1) ?? '')
  return isName && domain.length <= 253 ? domain : null
}

const recordOf = ({ token }: Pick<StoredDomain, 'token'>): string => `kitewise-verification=${token}`

export function presentDomain(stored: StoredDomain) {
  const { id, domain, provedAt, checkedAt, lostAt } = stored
  const state = provedAt === null ? ('waiting' as const) : lostAt === null ? ('proven' as const) : ('failing' as const)
  return {
    id,
    domain,
    record: recordOf(stored),
    state,
    checkedAt: checkedAt?.toISOString() ?? null,
    failingSince: lostAt?.toISOString() ?? null,
    endsAt: lostAt === null ? null : endOf(lostAt).toISOString(),
  }
}

const endOf = (lostAt: Date): Date => new Date(lostAt.getTime() + graceMs)

export async function addDomain(context: Context, member: Membership, given: string): Promise<Result<StoredDomain>> {
  const domain = readDomain(given)
  if (domain === null) return refuse('domain_invalid')
  const token = randomBytes(16).toString('base64url')
  const [id, { organizationId }] = [context.newId(), member]
  return inTransaction(context.db, async (tx) => {
    const stored = await insertDomain(tx, { id, organizationId, domain, token })
    if (stored.id === id) await logAct(tx, context, member, { kind: 'domain.added', detail: domain })
    return ok(stored)
  })
}

type Found = 'record' | 'other_records' | 'nothing' | 'no_answer'

/** Looks for the record now. Where no server answers, nothing changes. */
export async function checkDomain(
  context: Context,
  wanted: { organizationId: string; domainId: string },
): Promise<Result<{ domain: StoredDomain; found: Found }>> {
  const stored = await findDomain(context.db, wanted)
  if (!stored) return refuse('not_found')
  const records = await context.domainRecords.readTxt(stored.domain)
  if (records === null) return ok({ domain: stored, found: 'no_answer' })
  const isFound = records.some((record) => record.trim() === recordOf(stored))
  try {
    const domain = await saveCheck(context.db, stored.id, isFound, graceDays)
    return ok({ domain, found: isFound ? 'record' : records.length > 0 ? 'other_records' : 'nothing' })
  } catch (error) {
    if (isUniqueViolation(error, oneOrganizationPerDomain)) return refuse('domain_taken')
    throw error
  }
}

/** Checks each proved domain once a week, and daily while its record is missing. Owners are mailed before and when a proof ends. */
export async function recheckDomains(context: Context): Promise<void> {
  for (const before of await listDueDomains(context.db)) {
    const checked = await checkDomain(context, { organizationId: before.organizationId, domainId: before.id })
    if (!checked.ok) continue
    const { domain } = checked.value
    if (domain.provedAt === null) await tellOwners(context, domain, 'domain_lost')
    else if (domain.lostAt !== null && before.lostAt === null) await tellOwners(context, domain, 'domain_failing')
  }
}

const tellOwners = async (
  { db, config, log }: Context,
  { id, organizationId, domain, lostAt }: StoredDomain,
  template: 'domain_failing' | 'domain_lost',
): Promise<void> => {
  log.warn({ organizationId, domain, template }, 'the record of a proved domain is missing')
  const until = endOf(lostAt ?? new Date()).getTime() / 1000
  await inTransaction(db, async (tx) => {
    const organization = (await findOrganization(tx, organizationId))?.name ?? ''
    for (const { userId, email: to, language } of await listReceivers(tx, organizationId, ['owner'])) {
      const values = { domain, organization, until: mailWords(config, language).date(until) }
      const dedupeKey = `${template}:${id}:${userId}:${Math.floor(until / 86_400)}`
      await queueMail(tx, { to, userId, language, template, values, dedupeKey })
    }
  })
}
