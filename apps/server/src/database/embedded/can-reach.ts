import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Account } from './choose-account.ts'

/** May this account enter the folder, by the permission bits of it and of every folder above? What does not exist yet is no obstacle. */
export const canReach = (account: Account, folder: string): boolean => {
  const path = resolve(folder)
  const found = statSync(path, { throwIfNoEntry: false })
  if (found) {
    const bit = found.uid === account.uid ? 0o100 : found.gid === account.gid ? 0o010 : 0o001
    if ((found.mode & bit) === 0) return false
  }
  const parent = dirname(path)
  return parent === path || canReach(account, parent)
}
