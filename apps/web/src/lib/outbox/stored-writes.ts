import { get, update } from 'idb-keyval'
import type { Write } from './write.ts'

/** The queue lives in IndexedDB, one per person, so that a second person on the same device never sends the first one's answers. */
const keyOf = (userId: string): string => `outbox:${userId}`

export const listWrites = async (userId: string): Promise<Write[]> => (await get<Write[]>(keyOf(userId))) ?? []

/** Resolves after the write is on disk. */
export const storeWrite = (userId: string, write: Write): Promise<void> =>
  update<Write[]>(keyOf(userId), (writes = []) => [...writes, write])

export const removeWrite = (userId: string, id: string): Promise<void> =>
  update<Write[]>(keyOf(userId), (writes = []) => writes.filter((write) => write.id !== id))
