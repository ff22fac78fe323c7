import { call } from '../api-client.ts'
import { clearDrafts } from '../drafts.ts'
import { leavePush } from '../push.ts'
import { session } from './session.ts'

/** Signs out at once, deletes drafts, ends notifications in this browser, and revokes the token at the server. */
export function signOut(): void {
  // A second tap finds no session.
  if (session.token() === '') return
  // Fails only when the server is unreachable; the token then expires.
  call('POST /api/product-user/logout', { keepalive: true }).catch(() => undefined)
  leavePush().catch(() => undefined)
  clearDrafts()
  session.clear()
}
