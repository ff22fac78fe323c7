/** The simple pattern of docs/product.md: something, an @, something with a dot. Only a mail proves an address. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())
}

/** The e-mail that a screen left in a history entry, or ''. @param state of the location */
export function emailOfEntry(state: unknown): string {
  return typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : ''
}
