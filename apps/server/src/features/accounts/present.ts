import type { User } from '@kitewise/contract/entities'
import type { StoredUser } from './user.ts'

export const presentUser = (user: StoredUser): User => ({
  id: user.id,
  email: user.email,
  username: user.username,
  isPinSetUp: user.pinHash !== null,
  lang: user.lang,
})
