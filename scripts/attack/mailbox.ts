import { setTimeout as pause } from 'node:timers/promises'
import type { World } from './world.ts'

const patienceMs = 20_000
const pauseMs = 50

/**
 * Waits for a mail with a link to a path of the app, and gives the token in the newest such link.
 * @param path for example `/restore-pass`
 * @param used tokens that are not waited for
 * @throws after 20 s without a mail
 */
export const waitForLink = async (
  { db }: World,
  email: string,
  path: string,
  used: readonly string[] = [],
): Promise<string> => {
  const until = performance.now() + patienceMs
  while (performance.now() < until) {
    const mails = await db<{ text: string }[]>`
      select text_body as text from mailbox_mails where to_address = ${email} order by received_at desc`
    for (const { text } of mails) {
      const token = new RegExp(`${path}\\?token=([\\w-]+)`).exec(text)?.[1]
      if (token !== undefined && !used.includes(token)) return token
    }
    await pause(pauseMs)
  }
  throw new Error(`no mail to ${email} with a link to ${path}`)
}
