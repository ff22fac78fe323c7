import { type ReactNode, startTransition, useMemo, useState } from 'react'
import { type Location, type NavigationType, type Navigator, type Path, Router } from '../lib/router.tsx'

/** An address, or its parts with what a navigation brought along. */
export type InitialEntry = string | (Partial<Path> & { state?: unknown })

let lastKey = 0

const locationOf = (entry: InitialEntry, key: string): Location => {
  const { state = null, pathname = '/', search = '', hash = '' } = typeof entry === 'string' ? partsOf(entry) : entry
  return { pathname, search, hash, state, key }
}

const partsOf = (address: string): Path & { state?: unknown } => {
  const { pathname, search, hash } = new URL(address, 'http://localhost')
  return { pathname, search, hash }
}

type Shown = { entries: Location[]; index: number; action: NavigationType }

/** A router with a history of its own, which begins at the last entry. The old screen stays until the next one can show. */
export function MemoryRouter({ initialEntries, children }: { initialEntries: InitialEntry[]; children: ReactNode }) {
  const [shown, setShown] = useState<Shown>(() => ({
    entries: initialEntries.map((entry, index) => locationOf(entry, index === 0 ? 'default' : `entry${index}`)),
    index: initialEntries.length - 1,
    action: 'POP',
  }))
  const navigator = useMemo<Navigator>(() => {
    const write = (action: 'PUSH' | 'REPLACE', path: string, state: unknown): void => {
      lastKey += 1
      const location = locationOf({ ...partsOf(path), state: state ?? null }, `key${lastKey}`)
      startTransition(() =>
        setShown(({ entries, index }) => {
          const place = action === 'PUSH' ? index + 1 : index
          return { entries: [...entries.slice(0, place), location], index: place, action }
        }),
      )
    }
    return {
      push: (path, state) => write('PUSH', path, state),
      replace: (path, state) => write('REPLACE', path, state),
      go: (delta) =>
        setShown(({ entries, index }) => ({
          entries,
          index: Math.min(entries.length - 1, Math.max(0, index + delta)),
          action: 'POP',
        })),
    }
  }, [])
  const location = shown.entries[shown.index]
  if (!location) throw new Error('A history needs an entry.')
  return (
    <Router location={location} action={shown.action} navigator={navigator}>
      {children}
    </Router>
  )
}
