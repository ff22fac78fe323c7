import type { Location, NavigationType, Navigator } from './router.tsx'

/**
 * The browser's history, behind the router and every open dialog. A double tap moves once: a second push of the current
 * address replaces it, and a step back during another is ignored. An open dialog holds its own entry, a copy of the screen's
 * marked with `dialogs`. Leaving that entry closes the dialog, closing the dialog leaves the entry, and a navigation from
 * inside it leaves the entry first. Arriving at a marked entry without its dialog (Forward, a reload) goes back.
 */
type EntryState = { usr?: unknown; key?: string; dialogs?: number } | null

/** `close` may refuse: the dialog then gets its entry back. */
type OpenDialog = { close: () => void }

/** Longer than any browser takes for a step within the page. After that the step is given up. */
const stepTimeoutMs = 1_000

const entry = (): NonNullable<EntryState> => (window.history.state as EntryState) ?? {}
const heldEntries = (): number => entry().dialogs ?? 0

const readLocation = (): Location => {
  const { pathname, search, hash } = window.location
  const { usr = null, key = 'default' } = entry()
  return { pathname, search, hash, state: usr, key }
}

const addressOf = ({ pathname, search, hash }: Location): string => pathname + search + hash

let shown: { location: Location; action: NavigationType } = { location: readLocation(), action: 'POP' }
const listeners = new Set<() => void>()

const show = (action: NavigationType): void => {
  shown = { location: readLocation(), action }
  for (const listener of listeners) listener()
}

const openDialogs: OpenDialog[] = []
let waiting: (() => void)[] = []
/** The pending step: over entries of dialogs, or one requested by the router. */
let step: { kind: 'dialogs' | 'router'; timer: ReturnType<typeof setTimeout> } | null = null

const endStep = (): void => {
  if (step !== null) clearTimeout(step.timer)
  step = null
}

const runWaiting = (): void => {
  const works = waiting
  waiting = []
  for (const work of works) work()
  settleSoon()
}

const giveUp = (): void => {
  endStep()
  runWaiting()
}

const takeStep = (kind: 'dialogs' | 'router', delta: number): void => {
  step = { kind, timer: setTimeout(giveUp, stepTimeoutMs) }
  window.history.go(delta)
}

/** Makes the number of held entries equal the number of open dialogs. */
const settle = (): void => {
  if (step !== null) return
  const surplus = heldEntries() - openDialogs.length
  if (surplus > 0) return takeStep('dialogs', -surplus)
  // Closing a dialog must not scroll the screen behind it, which may have changed.
  window.history.scrollRestoration = openDialogs.length > 0 ? 'manual' : 'auto'
  try {
    for (let held = heldEntries() + 1; held <= openDialogs.length; held += 1)
      window.history.pushState({ ...entry(), dialogs: held }, '')
  } catch {
    // The browser refused another entry: the dialog works without one.
  }
}

let settling: ReturnType<typeof setTimeout> | undefined

/** Deferred until React has rendered: a dialog that replaces another changes nothing. */
const settleSoon = (): void => {
  clearTimeout(settling)
  settling = setTimeout(settle)
}

const followStep = (): void => {
  const isOurs = step !== null
  endStep()
  const { location } = shown
  const arrived = readLocation()
  if (arrived.key !== location.key || addressOf(arrived) !== addressOf(location)) show('POP')
  if (!isOurs) for (const { close } of openDialogs.slice(heldEntries()).reverse()) close()
  runWaiting()
}
window.addEventListener('popstate', followStep)

/** Runs `work` with at most `held` entries of dialogs left, after the steps back to there. */
const withEntries = (held: number, work: () => void): void => {
  if (step === null && heldEntries() <= held) return work()
  waiting.push(work)
  if (step === null) takeStep('dialogs', held - heldEntries())
}

const isCurrent = (path: string): boolean => new URL(path, window.location.href).href === window.location.href

const write = (action: 'PUSH' | 'REPLACE', path: string, usr: unknown): void => {
  // A new screen takes over the one entry of a dialog: leaving it first would show the old screen once more.
  const method = action === 'PUSH' && heldEntries() === 0 ? 'pushState' : 'replaceState'
  try {
    window.history[method]({ usr, key: Math.random().toString(36).slice(2, 10) }, '', path)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'DataCloneError') throw error
    // Browsers limit the rate of new entries; a full page load still works.
    window.location.assign(path)
    return
  }
  show(action)
}

export const navigator: Navigator = {
  push: (path, state) => {
    // The screen is left, so its dialogs no longer need entries.
    openDialogs.length = 0
    if (isCurrent(path)) withEntries(0, () => write('REPLACE', path, state))
    else withEntries(1, () => write('PUSH', path, state))
  },
  replace: (path, state) => withEntries(0, () => write('REPLACE', path, state)),
  go: (delta) => {
    if (step?.kind === 'router') return
    openDialogs.length = 0
    withEntries(0, () => takeStep('router', delta))
  },
}

export const shownLocation = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: (): typeof shown => shown,
}

/**
 * Holds an entry for a dialog; `close` is called when the visitor goes back.
 * @returns to be called when it has closed; returns whether its screen stays
 */
export function holdEntry(close: () => void): () => boolean {
  const dialog = { close }
  openDialogs.push(dialog)
  settleSoon()
  return () => {
    const index = openDialogs.indexOf(dialog)
    if (index >= 0) openDialogs.splice(index, 1)
    settleSoon()
    return index >= 0
  }
}

/** Leaves an entry that an earlier load of the page held for a dialog. Called when a screen shows. */
export function leaveStaleEntry(): void {
  if (heldEntries() > openDialogs.length) settleSoon()
}
