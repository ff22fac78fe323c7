import { call } from '../api-client.ts'
import { clearDrafts } from '../drafts.ts'
import { session } from './session.ts'

/** Signs out here at once, forgets drafts, ends notifications here, and tells the server, so that the token is worth nothing any more. */
export const signOut = (): void => {
  // A second tap finds no session.
  if (session.token() === '') return
  // Fails only when the server cannot be reached; the token then ends by itself.
  call('POST /api/product-user/logout', { keepalive: true }).catch(() => undefined)
  import('../push.ts').then(({ leavePush }) => leavePush()).catch(() => undefined)
  clearDrafts()
  session.clear()
}
