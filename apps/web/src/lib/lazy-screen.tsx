import type { TextGroup } from '@kitewise/texts/web/messages'
import { lazy, type ComponentType } from 'react'
import { loadChunk } from './chunk-loading.ts'
import { needTexts } from './i18n/load-texts.ts'

/**
 * A screen whose script and texts are fetched, side by side, when it is first shown, or before with `preload()`:
 * `lazyScreen('plans', () => import('…'), (m) => m.PlansPage, ['billing'])`. The group `core` is always there.
 */
export const lazyScreen = <Module,>(
  id: string,
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType | undefined,
  groups: TextGroup[] = [],
) => {
  const screen = lazy(async () => {
    const [component] = await Promise.all([loadChunk(id, load, pick), needTexts(groups)])
    return { default: component }
  })
  // What goes wrong here goes wrong again, and is told, when the screen is shown.
  const preload = (): void => {
    load().catch(() => undefined)
    needTexts(groups).catch(() => undefined)
  }
  return Object.assign(screen, { preload })
}
