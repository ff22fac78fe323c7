import type { TextBox } from './write-text.ts'

/** What was typed into a field before its keeper arrived. */
export type Typed = {
  /** The text before that. */
  before: string
  /** Whether an input method is still composing. */
  isComposing: boolean
}

/** Holds what is typed into a field to a rule. @returns what lets go of the field */
export type Keeper<Box extends TextBox> = (box: Box, typed: Typed) => () => void

/**
 * Loads the keeper of a field once somebody comes to type, because most visits to a screen type nothing. What is typed until it
 * arrives is held to its rule then. If its script doesn't come, only the server checks the text.
 * @returns what lets go of the field
 */
export function startKeeper<Box extends TextBox>(box: Box, load: () => Promise<Keeper<Box>>): () => void {
  const typed: Typed = { before: box.value, isComposing: false }
  const waiting = new AbortController()
  const { signal } = waiting
  let isAsked = false
  let letGo: (() => void) | undefined

  const begin = async (): Promise<void> => {
    if (isAsked) return
    isAsked = true
    const keep = await load().catch(() => undefined)
    if (signal.aborted) return
    waiting.abort()
    letGo = keep?.(box, typed)
  }
  const onFocus = (): void => {
    if (!isAsked) typed.before = box.value
    void begin()
  }
  // A browser fills fields in without the focus.
  const onInput = (event: Event): void => {
    typed.isComposing = event instanceof InputEvent && event.isComposing
    void begin()
  }

  box.addEventListener('focus', onFocus, { signal })
  box.addEventListener('input', onInput, { signal })
  box.addEventListener('compositionend', onInput, { signal })
  if (document.activeElement === box) onFocus()
  return () => {
    waiting.abort()
    letGo?.()
  }
}
