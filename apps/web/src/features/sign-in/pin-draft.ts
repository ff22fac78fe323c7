/**
 * The PIN as entered the first time, for the screen that asks for it again. It lives in this variable and nowhere else: not in the
 * address, the history or a storage, so a reload forgets it.
 */
let draft: string | null = null

export const pinDraft = {
  read: (): string | null => draft,
  keep: (pin: string): void => {
    draft = pin
  },
  forget: (): void => {
    draft = null
  },
}
