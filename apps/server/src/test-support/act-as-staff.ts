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

/** A browser of a member of staff: calls desk endpoints by name and keeps the cookie. */
export function openDesk(server: TestServer, token = '') {
  let cookie = token === '' ? '' : `desk=${token}`
  const call: DeskCall = async (name, input = {}) => {
    const { method, path } = deskEndpoints[name]
    const headers = { ...sameOrigin, ...(cookie === '' ? {} : { cookie }), ...input.headers }
    const reply = await server.call(`${method} ${path}`, { ...input, headers })
    const set = reply.headers.get('set-cookie')?.split(';')[0]
    if (set !== undefined) cookie = set === 'desk=' ? '' : set
    // The answer is of the endpoint that was called.
    return reply as Reply<never>
  }
  return { call, cookie: () => cookie }
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
