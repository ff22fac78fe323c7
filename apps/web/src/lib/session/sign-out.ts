import { call } from '../api-client.ts'
import { clearDrafts } from '../drafts.ts'
import { leavePush } from '../push/leave-push.ts'
import { session } from './session.ts'

/** Signs out here at once, forgets drafts, and tells the server, so that the token is worth nothing any more. */
export const signOut = (): void => {
  // Fails only when the server cannot be reached; the token then ends by itself.
  call('POST /api/product-user/logout', { keepalive: true }).catch(() => undefined)
  void leavePush()
  clearDrafts()
  session.clear()
}
