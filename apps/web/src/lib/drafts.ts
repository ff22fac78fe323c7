import { storedValue } from './stored-value.ts'

/**
 * What somebody has typed or chosen and not sent yet. Kept in this browser under the person's id, so that it survives a reload, a
 * killed browser and a session that has run out; thrown away at sign-out.
 */
const prefix = 'draft:'

export const draftOf = (userId: string, id: string) => storedValue(`${prefix}${userId}:${id}`)

/** The same for a screen that anybody may open: it is kept with the tab, since a visitor's words must not wait for the next one. */
export const tabDraft = (id: string) => storedValue(`${prefix}${id}`, 'tab')

export const clearDrafts = (): void => {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key)
  } catch {
    // A browser that refuses storage has kept nothing.
  }
}
