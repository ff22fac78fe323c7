import { lazy, type ComponentType } from 'react'
import { loadChunk } from './chunk-loading.ts'

/** A screen whose script is fetched when it is first shown: `lazyScreen('login', () => import('…'), (m) => m.LoginPage)`. */
export const lazyScreen = <Module,>(
  id: string,
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType | undefined,
) => lazy(async () => ({ default: await loadChunk(id, load, pick) }))
