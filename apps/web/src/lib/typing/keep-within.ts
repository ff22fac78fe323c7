import { isWithin, typedWithin } from '@kitewise/contract/typed/signs'
import { type TextBox, writeText } from './write-text.ts'

const isUnfinished = (event: Event): boolean => event instanceof InputEvent && event.isComposing

/**
 * Keeps what is typed or pasted into a field within so many signs, as people see them. The attribute `maxlength` counts UTF-16
 * code units: it would refuse the tenth emoji of a family, and cut the one before. A text that an input method is still
 * composing may be longer until it is confirmed.
 * @returns what lets go of the field
 */
export function keepWithin(box: TextBox, limit: number): () => void {
  let before = box.value
  const remember = (event: Event): void => {
    if (!isUnfinished(event)) before = box.value
  }
  const hold = (event: Event): void => {
    if (isUnfinished(event)) return
    const typed = box.value
    if (!isWithin(typed, limit)) {
      const { text, caret } = typedWithin(before, typed, limit)
      if (text !== typed) {
        writeText(box, text, caret)
        // The end of a composition is no input, so whoever listens to the field wouldn't notice.
        if (event.type !== 'input') box.dispatchEvent(new Event('input', { bubbles: true }))
      }
    }
    before = box.value
  }
  box.addEventListener('beforeinput', remember)
  box.addEventListener('compositionstart', remember)
  box.addEventListener('input', hold)
  box.addEventListener('compositionend', hold)
  return () => {
    box.removeEventListener('beforeinput', remember)
    box.removeEventListener('compositionstart', remember)
    box.removeEventListener('input', hold)
    box.removeEventListener('compositionend', hold)
  }
}
