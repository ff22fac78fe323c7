import { withPlainDigits } from '@kitewise/contract/typed/digits'
import type { Typed } from './start-keeper.ts'
import { tellChange, writeText } from './write-text.ts'

/** Makes digits of any script 0 to 9 as they are typed or pasted into a field for a number. @returns what lets go of the field */
export function keepPlainDigits(box: HTMLInputElement, { isComposing }: Typed): () => void {
  /** @returns whether there were others */
  const makePlain = (): boolean => {
    const plain = withPlainDigits(box.value)
    if (plain === box.value) return false
    const caret = withPlainDigits(box.value.slice(0, box.selectionStart ?? box.value.length)).length
    writeText(box, plain, caret)
    return true
  }
  const read = (event: Event): void => {
    if (event instanceof InputEvent && event.isComposing) return
    if (makePlain() && event.type !== 'input') tellChange(box)
  }
  box.addEventListener('input', read)
  box.addEventListener('compositionend', read)
  if (!isComposing && makePlain()) tellChange(box)
  return () => {
    box.removeEventListener('input', read)
    box.removeEventListener('compositionend', read)
  }
}
