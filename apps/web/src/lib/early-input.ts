/**
 * What a visitor did on a drawn page before the app took it over. React takes over the elements with what is typed in
 * them, but draws the page anew if a translator has changed its words in the meantime: then the new elements get it.
 */

type Field = HTMLInputElement | HTMLTextAreaElement

const fieldsIn = (root: ParentNode) => [...root.querySelectorAll<Field>('input, textarea')]
const buttonsIn = (root: ParentNode) => [...root.querySelectorAll('button')]

/** As typing does: React hears only of a value that its own setter has not set. */
const type = (field: Field, value: string): void => {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Notes what is typed, where the cursor is, and what was pressed (first-load/start.ts).
 * @returns puts it into the elements that have replaced the noted ones
 */
export function noteEarlyInput(root: ParentNode): () => void {
  const noted = fieldsIn(root).map((field) => [field, field.value, field === document.activeElement] as const)
  const pressed = window.earlyPress && buttonsIn(root).indexOf(window.earlyPress)
  return () => {
    const current = fieldsIn(root)
    for (const [index, [old, value, hadFocus]] of noted.entries()) {
      const field = current[index]
      if (old.isConnected || !field) continue
      if (value !== field.value) type(field, value)
      if (hadFocus) field.focus()
    }
    if (pressed !== undefined && !window.earlyPress?.isConnected) window.earlyPress = buttonsIn(root)[pressed ?? -1]
  }
}
