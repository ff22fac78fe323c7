import { lazy, type ComponentType } from 'react'
import { loadChunk } from './chunk-loading.ts'

/**
 * A screen whose script is fetched when it is first shown, or before with `preload()`:
 * `lazyScreen('login', () => import('…'), (m) => m.LoginPage)`.
 */
export const lazyScreen = <Module,>(
  id: string,
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType | undefined,
) => {
  const screen = lazy(async () => ({ default: await loadChunk(id, load, pick) }))
  // What goes wrong here goes wrong again, and is told, when the screen is shown.
  const preload = (): void => void load().catch(() => undefined)
  return Object.assign(screen, { preload })
}
