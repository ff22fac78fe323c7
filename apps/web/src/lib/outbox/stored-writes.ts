import { get, update } from 'idb-keyval'
import type { Write } from './write.ts'

/** The queue lives in IndexedDB, one per person, so that a second person on the same device never sends the first one's answers. */
const keyOf = (userId: string): string => `outbox:${userId}`

/** What a full disk or a browser without IndexedDB refused: kept as long as the page lives, and sent last. */
const inMemory = new Map<string, Write[]>()

export const listWrites = async (userId: string): Promise<Write[]> => {
  const stored = await readDisk(userId)
  return [...stored, ...(inMemory.get(userId) ?? [])]
}

/** Resolves after the write is on disk, where there is one. */
export const storeWrite = async (userId: string, write: Write): Promise<void> => {
  try {
    await update<Write[]>(keyOf(userId), (writes = []) => [...writes, write])
  } catch {
    inMemory.set(userId, [...(inMemory.get(userId) ?? []), write])
  }
}

export const removeWrite = async (userId: string, id: string): Promise<void> => {
  const without = (writes: Write[] = []): Write[] => writes.filter((write) => write.id !== id)
  const held = inMemory.get(userId) ?? []
  if (held.some((write) => write.id === id)) inMemory.set(userId, without(held))
  else await update<Write[]>(keyOf(userId), without)
}

const readDisk = async (userId: string): Promise<Write[]> => {
  try {
    return (await get<Write[]>(keyOf(userId))) ?? []
  } catch {
    return []
  }
}
