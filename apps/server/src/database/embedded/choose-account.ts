import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { DatabaseStartError } from '../start-error.ts'

/** The system user that PostgreSQL runs as. */
export type Account = { uid: number; gid: number }

const usual = ['postgres', 'node', 'nobody']

const askSystem = (name: string): Account | null => {
  const ask = (flag: string) => Number(execFileSync('id', [flag, '--', name], { stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    return { uid: ask('-u'), gid: ask('-g') }
  } catch {
    return null
  }
}

const ownerOf = (folder: string): Account | null => {
  const found = statSync(folder, { throwIfNoEntry: false })
  return found ? { uid: found.uid, gid: found.gid } : null
}

const findNamed = (names: string[]): Account => {
  for (const name of names) {
    const account = askSystem(name)
    if (account && account.uid !== 0) return account
  }
  throw new DatabaseStartError(
    `PostgreSQL refuses to run as root and there is no other user here (looked for ${names.join(', ')}). ` +
      'Set EMBEDDED_PG_USER to an existing user, or DATABASE_URL.',
  )
}

/**
 * Root may not run PostgreSQL, so root picks another user: the owner of the existing data, else `runAs` (EMBEDDED_PG_USER),
 * else the first usual one.
 * @param dataFolder may not exist yet
 * @returns null when we are an ordinary user, who runs it as himself
 */
export const chooseAccount = (dataFolder: string, runAs: string | null): Account | null => {
  const ourselves = process.getuid?.()
  const owner = ownerOf(dataFolder)
  if (ourselves === 0) return owner && owner.uid !== 0 ? owner : findNamed(runAs === null ? usual : [runAs])
  if (owner && ourselves !== undefined && owner.uid !== ourselves)
    throw new DatabaseStartError(
      `The data folder ${dataFolder} belongs to another user (uid ${owner.uid}). Start as that user or as root, or set DATA_DIR.`,
    )
  return null
}
