/**
 * Puts a text on the clipboard. Browsers have `navigator.clipboard` only on https, and may refuse it; on plain http the old
 * command copies what is selected.
 * @param shown where the text stands, which is selected for the person if nothing else works
 * @returns whether it has been copied
 */
export async function copyText(text: string, shown?: Element | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    if (copySelected(text)) return true
    if (shown) select(shown)
    return false
  }
}

/** Behind a modal dialog nothing can be selected, so the box goes into it. */
const placeForBox = (): Element => [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body

const copySelected = (text: string): boolean => {
  const focused = document.activeElement
  const box = document.createElement('textarea')
  box.value = text
  box.readOnly = true
  box.className = 'visually-hidden'
  placeForBox().append(box)
  box.select()
  let isCopied = false
  try {
    isCopied = document.execCommand('copy')
  } catch {
    // No such command.
  }
  box.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return isCopied
}

const select = (shown: Element): void => {
  if (shown instanceof HTMLInputElement || shown instanceof HTMLTextAreaElement) {
    shown.focus()
    shown.select()
  } else getSelection()?.selectAllChildren(shown)
}
