import type { TextGroup } from '@kitewise/texts/web/messages'
import { type ComponentType, lazy, type PropsWithChildren } from 'react'
import { loadChunk } from './chunk-loading.ts'
import { needTexts } from './i18n/texts.tsx'

/** A screen, or what is around screens. `prepare` loads what it shows at once on a drawn page. */
export type Preparable = ComponentType<PropsWithChildren> & { prepare?: () => Promise<void> }

/** Loads script and texts in parallel when the screen is first shown, or with `preload()`. `core` is always loaded. */
export function lazyScreen<Module>(
  id: string,
  load: () => Promise<Module>,
  pick: (module: Module) => Preparable | undefined,
  groups: TextGroup[] = [],
) {
  let ready: { default: ComponentType<PropsWithChildren> } | undefined
  const fetchAll = async (): Promise<{ default: ComponentType<PropsWithChildren> }> => {
    const [component] = await Promise.all([loadChunk(id, load, pick), needTexts(groups)])
    return { default: component }
  }
  const screen = lazy(() => (ready === undefined ? fetchAll() : atOnce(ready)))
  const preload = async (): Promise<void> => {
    try {
      const [module] = await Promise.all([load(), needTexts(groups)])
      const component = pick(module)
      await component?.prepare?.()
      if (component !== undefined) ready = { default: component }
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
