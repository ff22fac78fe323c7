import { call } from '../api-client.ts'
import { clearDrafts } from '../drafts.ts'
import { dropWrites } from '../outbox/outbox.ts'
import { leavePush } from '../push.ts'
import { session } from './session.ts'

/** Signs out at once, leaves nothing of the learner in this browser, and revokes the token at the server. */
export function signOut(): void {
  // A second tap finds no session.
  if (session.token() === '') return
  // Fails only when the server is unreachable; the token then expires.
  call('POST /api/product-user/logout', { keepalive: true }).catch(() => undefined)
  leaveBrowser(userOfSession())
}

/** Ends the session in this browser with its notifications, and deletes drafts and unsent writes (docs/decisions/0006). */
export function leaveBrowser(userId: string): void {
  leavePush().catch(() => undefined)
  clearDrafts()
  session.clear()
  void dropWrites(userId)
}

/** Whose session it is, also when the profile can't be read: the subject of the token. Empty when signed out. */
export function userOfSession(): string {
  const [, payload = ''] = session.token().split('.')
  try {
    const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: unknown }
    return typeof sub === 'string' ? sub : ''
  } catch {
    return ''
  }
}
