/** The simple pattern of the product spec §5: something, an @, something with a dot. The mailbox itself is the real check. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())

/** The e-mail that a screen has left with an entry of the browser's history, or ''. @param state of the location */
export const emailOfEntry = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string' ? state.email : ''
