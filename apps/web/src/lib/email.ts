/** The simple pattern of docs/product.md: something, an @, something with a dot. Only a mail proves an address. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())

/** The e-mail that a screen left in a history entry, or ''. @param state of the location */
export const emailOfEntry = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string' ? state.email : ''
