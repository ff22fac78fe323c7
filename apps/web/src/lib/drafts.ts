import { storedValue } from './stored-value.ts'

/** Unsent input survives a reload, a killed browser and an expired session; deleted at sign-out. */
const prefix = 'draft:'

export function draftOf(userId: string, id: string) {
  return storedValue(`${prefix}${userId}:${id}`)
}

/** The same for public screens: kept with the tab, so that one visitor's words are not shown to the next. */
export function tabDraft(id: string) {
  return storedValue(`${prefix}${id}`, 'tab')
}

export function clearDrafts(): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key)
  } catch {
    // A browser that refuses storage has no drafts.
  }
}
