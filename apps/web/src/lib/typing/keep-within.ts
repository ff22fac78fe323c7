import { typedWithin } from '@kitewise/contract/typed/signs'
import type { Typed } from './start-keeper.ts'
import { type TextBox, tellChange, writeText } from './write-text.ts'

const isUnfinished = (event: Event): boolean => event instanceof InputEvent && event.isComposing

/**
 * Keeps what is typed or pasted into a field within so many signs, as people see them. The attribute `maxlength` counts UTF-16
 * code units: it would refuse the tenth emoji of a family, and cut the one before. A text that an input method is still
 * composing may be longer until it is confirmed.
 * @param typed what was typed before, if anything
 * @returns what lets go of the field
 */
export function keepWithin(box: TextBox, limit: number, typed?: Typed): () => void {
  let before = typed?.before ?? box.value
  /** @returns whether it was too long */
  const shorten = (): boolean => {
    const { text, caret } = typedWithin(before, box.value, limit)
    const isTooLong = text !== box.value
    if (isTooLong) writeText(box, text, caret)
    before = text
    return isTooLong
  }
  const remember = (event: Event): void => {
    if (!isUnfinished(event)) before = box.value
  }
  const hold = (event: Event): void => {
    // The end of a composition is no input, so whoever listens to the field wouldn't notice.
    if (!isUnfinished(event) && shorten() && event.type !== 'input') tellChange(box)
  }
  box.addEventListener('beforeinput', remember)
  box.addEventListener('compositionstart', remember)
  box.addEventListener('input', hold)
  box.addEventListener('compositionend', hold)
  if (!typed?.isComposing && shorten()) tellChange(box)
  return () => {
    box.removeEventListener('beforeinput', remember)
    box.removeEventListener('compositionstart', remember)
    box.removeEventListener('input', hold)
    box.removeEventListener('compositionend', hold)
  }
}
