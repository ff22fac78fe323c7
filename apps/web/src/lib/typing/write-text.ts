export type TextBox = HTMLInputElement | HTMLTextAreaElement

/** Changes what somebody has typed, past React: it would take a value that it has seen set for one that nobody typed. */
export function writeText(box: TextBox, text: string, caret: number): void {
  const kind = box instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(box, text)
  // A field for an address has no caret to move.
  if (box.selectionStart !== null) box.setSelectionRange(caret, caret)
}

/** Lets React know of a text that was changed outside of an input event. */
export function tellChange(box: TextBox): void {
  box.dispatchEvent(new Event('input', { bubbles: true }))
}
