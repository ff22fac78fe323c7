import type { TextGroup } from '@kitewise/texts/web/messages'
import { type ComponentType, lazy, type PropsWithChildren } from 'react'
import { loadChunk } from './chunk-loading.ts'
import { hasShown, needTexts } from './i18n/texts.tsx'

/** A screen, or what is around screens. `prepare` loads what it shows at once on a drawn page. */
export type Preparable = ComponentType<PropsWithChildren> & { prepare?: () => Promise<void> }

/** Modules by what loads them: the screens of a group share theirs. */
const loaded = new Map<() => Promise<unknown>, unknown>()

const remember = async <Module,>(load: () => Promise<Module>): Promise<Module> => {
  const module = await load()
  loaded.set(load, module)
  return module
}

/** Loads script and texts in parallel when the screen is first shown, or with `preload()`. `core` is always loaded. */
export function lazyScreen<Module>(
  id: string,
  load: () => Promise<Module>,
  pick: (module: Module) => Preparable | undefined,
  groups: TextGroup[] = [],
) {
  const fetchAll = async (): Promise<{ default: ComponentType<PropsWithChildren> }> => {
    const [component] = await Promise.all([loadChunk(id, () => remember(load), pick), needTexts(groups)])
    return { default: component }
  }
  const screen = lazy(() => {
    const module = loaded.get(load) as Module | undefined
    const component = module === undefined || !hasShown(groups) ? undefined : pick(module)
    return component === undefined
      ? fetchAll()
      : atOnce<{ default: ComponentType<PropsWithChildren> }>({ default: component })
  })
  const preload = async (): Promise<void> => {
    try {
      const [module] = await Promise.all([remember(load), needTexts(groups)])
      await pick(module)?.prepare?.()
    } catch {
      // A failure here fails again, and is reported, when the screen is shown.
    }
  }
  return Object.assign(screen, { preload })
}

/** Synchronous: for a real promise React shows the skeleton, for at least 300 ms. */
const atOnce = <Result,>(result: Result) =>
  // oxlint-disable-next-line unicorn/no-thenable -- see above
  ({ then: (take: (value: Result) => void) => take(result) }) as Promise<Result>

/**
 * Screens of one dynamic import. `npm run check` compares the text groups of each screen with its source.
 * @param id names the chunk in error messages
 */
export function routeGroup<Module>(id: string, load: () => Promise<Module>) {
  return (pick: (module: Module) => Preparable | undefined, groups?: TextGroup[]) => lazyScreen(id, load, pick, groups)
}
