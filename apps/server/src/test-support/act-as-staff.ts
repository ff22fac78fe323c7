import { randomUUID } from 'node:crypto'
import { type DeskAnswer, type DeskEndpointName, deskEndpoints, type Role } from '@kitewise/contract/desk'
import { newDeskToken } from '../desk/access/secrets.ts'
import { insertDeskSession } from '../desk/access/sessions.sql.ts'
import { insertStaff } from '../desk/access/staff.sql.ts'
import { inTransaction } from '../database/transaction.ts'
import type { CallInput, Reply } from './call-server.ts'
import type { TestServer } from './start-test-server.ts'

const sameOrigin = { 'sec-fetch-site': 'same-origin' }

type DeskCall = <N extends DeskEndpointName>(name: N, input?: CallInput) => Promise<Reply<DeskAnswer<N>>>

/** A browser of a member of staff: calls desk endpoints by name and keeps the cookies. */
export function openDesk(server: TestServer, token = '') {
  const cookies = new Map(token === '' ? [] : [['desk', token]])
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const call: DeskCall = async (name, input = {}) => {
    const { method, path } = deskEndpoints[name]
    const headers = { ...sameOrigin, ...(cookies.size === 0 ? {} : { cookie: cookieHeader() }), ...input.headers }
    const reply = await server.call(`${method} ${path}`, { ...input, headers })
    for (const [, cookie = '', value = ''] of reply.headers
      .getSetCookie()
      .map((set) => /^([^=]+)=([^;]*)/.exec(set) ?? []))
      if (value === '') cookies.delete(cookie)
      else cookies.set(cookie, value)
    // The answer is of the endpoint that was called.
    return reply as Reply<never>
  }
  return { call, cookie: cookieHeader }
}

/**
 * A member of staff with a running session, without the way through a passkey.
 * @param options.steppedUp false: actions with money need the passkey first
 */
export async function actAsStaff(
  server: TestServer,
  role: Role,
  { steppedUp = true, name = `A ${role}` }: { steppedUp?: boolean; name?: string } = {},
) {
  const id = randomUUID()
  const { token, tokenHash } = newDeskToken()
  await inTransaction(server.context.db, async (tx) => {
    await insertStaff(tx, { id, name, email: `${id}@staff.example`, role })
    await insertDeskSession(tx, { tokenHash, staffId: id, beganWith: steppedUp ? 'passkey' : 'oidc' })
  })
  return { id, name, role, ...openDesk(server, token) }
}
