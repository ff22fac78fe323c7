import { createHmac } from 'node:crypto'
import type { MailReport } from '../../adapters/mail/port.ts'
import type { Context } from '../../context.ts'
import type { Queryable, Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { type MailTemplate, stopSubjectOf } from './mail-texts.ts'
import { markReturned } from './mails.sql.ts'
import {
  deleteSuppression,
  findSuppression,
  insertSuppression,
  listSuppressed,
  type Suppression,
} from './suppressed-addresses.sql.ts'

/** The key in `suppressed_addresses`; `email` as `readEmailAddress` returns it. Keyed, so that the table doesn't reveal addresses. */
function hashSuppressed(pepper: string, email: string): Buffer {
  return createHmac('sha256', pepper).update(`suppressed:${email}`).digest()
}

/** Mails to the operator's own addresses, which must not stop silently. */
const isForOperator = (template: MailTemplate): boolean =>
  template === 'withdrawal_notice' || template.startsWith('staff_')

/** Whether a mail must not be sent: the address bounced, or it complained and the mail isn't about its account. */
export async function isSuppressed(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { to, template }: { to: string; template: MailTemplate },
): Promise<boolean> {
  if (isForOperator(template)) return false
  const reason = await findSuppression(db, hashSuppressed(config.pinHashing.pepper, to))
  return reason === 'bounce' || (reason === 'complaint' && stopSubjectOf(template) !== null)
}

/**
 * Whether no mail arrives at an address. Looked up for every typed address alike, with an account or without: the answer reveals only
 * that a mail of ours to an address without a mailbox came back.
 */
export async function hasBounced(db: Queryable, { config }: Pick<Context, 'config'>, email: string): Promise<boolean> {
  return (await findSuppression(db, hashSuppressed(config.pinHashing.pepper, email))) === 'bounce'
}

/** Which of these addresses are suppressed, and why. */
export async function findSuppressions(
  { db, config }: Pick<Context, 'db' | 'config'>,
  addresses: readonly string[],
): Promise<Map<string, Suppression>> {
  const hashes = new Map(
    addresses.map((address) => [hashSuppressed(config.pinHashing.pepper, address).toString('hex'), address]),
  )
  const found = await listSuppressed(db, [...hashes.keys()])
  return new Map(found.flatMap(({ hash, reason }) => [[hashes.get(hash) ?? '', reason] as const]))
}

/** Lets mails go to an address again. False when it wasn't suppressed. */
export function enableAddress({ db, config }: Pick<Context, 'db' | 'config'>, to: string): Promise<boolean> {
  return deleteSuppression(db, hashSuppressed(config.pinHashing.pepper, to))
}

/**
 * Records that a mail came back or was reported as spam, and stops mails to a dead address. A repeated report changes nothing, also
 * after the address was enabled again. The address is the stored mail's, never the report's.
 * @returns whether the report is about a mail that we still know
 */
export function recordReport(context: Context, report: MailReport): Promise<boolean> {
  return inTransaction(context.db, async (tx) => {
    for (const mailId of report.mailIds) {
      const mail = await markReturned(tx, mailId, report)
      if (!mail) continue
      if (mail.isFirst && (report.kind === 'complaint' || isDeadAddress(report.status))) {
        await suppress(tx, context, mail.to, report.kind)
        context.log.info({ mailId, kind: report.kind, status: report.status }, 'address suppressed')
      }
      return true
    }
    return false
  })
}

async function suppress(
  tx: Tx,
  { config }: Pick<Context, 'config'>,
  to: string,
  reason: 'bounce' | 'complaint',
): Promise<void> {
  await insertSuppression(tx, hashSuppressed(config.pinHashing.pepper, to), reason)
}

/**
 * Whether a status (RFC 3463) proves that the address takes no mail at all: it or its domain doesn't exist, it has moved, or its
 * mailbox is disabled. A full mailbox, a blocked sender, a rejected text, or a failure that nobody explains says nothing about
 * the next mail.
 */
export function isDeadAddress(status: string | null): boolean {
  return status !== null && /^5\.(1\.([1236]|10)|2\.1)$/.test(status)
}
