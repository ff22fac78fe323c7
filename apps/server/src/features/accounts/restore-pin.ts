import { readEmailAddress } from '@kitewise/rules/account'
import type { Context } from '../../context.ts'
import { addJob } from '../../platform/add-job.ts'
import { hashNetwork } from '../../platform/messages/queue-mail.ts'
import { accountKey } from './attempt-keys.ts'

/**
 * Asks for a link to set a new PIN. Whether the address has an account is looked up by a job, so that this takes the same
 * time and says the same for everybody.
 */
export const restorePin = async (
  { db, config }: Context,
  asking: { email: string; networkKey: string },
): Promise<void> => {
  const email = readEmailAddress(asking.email)
  if (email === null) return
  const { pepper } = config.pinHashing
  const key = `mail-pin-link:${accountKey(pepper, email).key}`
  await addJob(db, 'mail-pin-link', { email, requestedFrom: hashNetwork(pepper, asking.networkKey) }, { key })
}
