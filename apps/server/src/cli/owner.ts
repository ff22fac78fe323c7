import { readEmailAddress } from '@kitewise/rules/account'
import { addOwner, type Enrolment, recoverStaff } from '../desk/access/add-owner.ts'
import { CommandError, readSettings, say } from './settings.ts'
import { withContext } from './with-context.ts'

/** `kitewise owner add`. */
export async function addOwnerByCommand(address: string, { name }: { name: string }): Promise<void> {
  const email = readAddress(address)
  const made = await withContext(readSettings(), (context) => addOwner(context, { email, name }))
  if (!made.ok) throw new CommandError(`${email} works at the desk already. kitewise owner recover makes a new link.`)
  sayLink(made.value)
}

/** `kitewise owner recover`. */
export async function recoverOwnerByCommand(address: string): Promise<void> {
  const email = readAddress(address)
  const made = await withContext(readSettings(), (context) => recoverStaff(context, email))
  if (!made.ok) throw new CommandError(`No one with the address ${email} works at the desk.`)
  sayLink(made.value)
  say('Using it voids their passkeys, recovery codes and sessions.')
}

const readAddress = (address: string): string => {
  const email = readEmailAddress(address)
  if (email === null) throw new CommandError(`${address} is not an email address.`)
  return email
}

const sayLink = ({ link, expiresAt }: Enrolment): void =>
  say(
    'Open this link in the browser that will keep the passkey. It works once:',
    `  ${link}`,
    `until ${new Date(expiresAt).toISOString()}.`,
  )
