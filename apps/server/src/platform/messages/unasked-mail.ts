import { createHmac } from 'node:crypto'
import type { Config } from '../../config.ts'
import type { Queryable, Tx } from '../../database/connect.ts'
import type { MailTemplate } from './mail-texts.ts'
import { lockRequests } from './mails.sql.ts'
import {
  countUnasked,
  countUnaskedTo,
  deleteUninvitable,
  insertUninvitable,
  isUninvitable,
  markDeclined,
  type Sender,
} from './unasked-mails.sql.ts'

/** Templates that go to addresses whose owners haven't asked us. Each has a link that stops them all. */
const unaskedTemplates: ReadonlySet<MailTemplate> = new Set(['organization_invitation'])

export function isUnasked(template: MailTemplate): boolean {
  return unaskedTemplates.has(template)
}

/** To one address, whoever sends. */
const addressLimits = { today: 3, lately: 10 }
/** From everybody; more is an attack on our reputation as a sender, not growth. */
export const mostUnaskedInHour = 5_000

/** What stands against one more mail to an address; null for nothing. Serializes what is sent to it, and by the sender. */
export async function findUnaskedCap(tx: Tx, to: string, sender: Sender): Promise<'address' | 'all' | null> {
  await lockRequests(tx, [to, `sender:${sender.senderId ?? sender.organizationId}`])
  const { today, lately } = await countUnaskedTo(tx, to)
  if (today >= addressLimits.today || lately >= addressLimits.lately) return 'address'
  return (await countUnasked(tx, sender)).allInHour >= mostUnaskedInHour ? 'all' : null
}

const hashOf = (config: Pick<Config, 'pinHashing'>, email: string): Buffer =>
  createHmac('sha256', config.pinHashing.pepper).update(`uninvitable:${email}`).digest()

/** The owner of the address that a mail went to wants no such mails, from nobody. False for an unknown mail. */
export async function declineUnasked(tx: Tx, config: Pick<Config, 'pinHashing'>, mailId: string): Promise<boolean> {
  const to = await markDeclined(tx, mailId)
  if (to === null) return false
  await insertUninvitable(tx, hashOf(config, to))
  return true
}

/** The owner of an address asks for such a mail. */
export async function allowUnasked(tx: Tx, config: Pick<Config, 'pinHashing'>, to: string): Promise<void> {
  await deleteUninvitable(tx, hashOf(config, to))
}

export function wantsNoUnasked(db: Queryable, config: Pick<Config, 'pinHashing'>, to: string): Promise<boolean> {
  return isUninvitable(db, hashOf(config, to))
}
