import { withPlainDigits } from '@kitewise/contract/typed/digits'
import { writeText } from './write-text.ts'

/** Makes digits of any script 0 to 9 as they are typed or pasted into a field for a number. @returns what lets go of the field */
export function keepPlainDigits(box: HTMLInputElement): () => void {
  const read = (event: Event): void => {
    if (event instanceof InputEvent && event.isComposing) return
    const plain = withPlainDigits(box.value)
    if (plain === box.value) return
    const caret = withPlainDigits(box.value.slice(0, box.selectionStart ?? box.value.length)).length
    writeText(box, plain, caret)
    if (event.type !== 'input') box.dispatchEvent(new Event('input', { bubbles: true }))
  }
  box.addEventListener('input', read)
  box.addEventListener('compositionend', read)
  return () => {
    box.removeEventListener('input', read)
    box.removeEventListener('compositionend', read)
  }
}
