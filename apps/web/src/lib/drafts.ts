import { storedValue } from './stored-value.ts'

/**
 * What somebody has typed or chosen and not sent yet. Kept in this browser under the person's id, so that it survives a reload, a
 * killed browser and a session that has run out; thrown away at sign-out.
 */
const prefix = 'draft:'

export const draftOf = (userId: string, id: string) => storedValue(`${prefix}${userId}:${id}`)

export const clearDrafts = (): void => {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  } catch {
    // A browser that refuses storage has kept nothing.
  }
}
