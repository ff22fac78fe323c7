import { readEmailAddress } from '@kitewise/rules/account'
import type { Context } from '../../context.ts'
import { addJob } from '../../platform/add-job.ts'
import { hashNetwork } from '../../platform/messages/queue-mail.ts'
import { accountKey } from './attempt-keys.ts'

/**
 * Asks for the mail with the link that makes a browser known. Whether the address has an account is looked up by a job, so that this
 * takes the same time for everybody.
 */
export const askForDeviceLink = async (
  { db, config }: Context,
  { email: given, networkKey }: { email: string; networkKey: string },
): Promise<void> => {
  const email = readEmailAddress(given)
  if (email === null) return
  const { pepper } = config.pinHashing
  const key = `mail-device-link:${accountKey(pepper, email).key}`
  await addJob(db, 'mail-device-link', { email, requestedFrom: hashNetwork(pepper, networkKey) }, { key })
}
