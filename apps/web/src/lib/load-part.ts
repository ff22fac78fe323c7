import type { ComponentType } from 'react'

const nothing: ComponentType<never> = () => null

/**
 * Loads a part of a screen for `lazy`. If its script or style fails to load, the screen works without it. The caller can't catch this
 * itself: the bundler waits for the styles outside of a chain that begins at the import.
 */
export async function loadPart<Module, Props>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
): Promise<{ default: ComponentType<Props> }> {
  try {
    return { default: pick(await load()) }
  } catch {
    return { default: nothing as ComponentType<Props> }
  }
}
