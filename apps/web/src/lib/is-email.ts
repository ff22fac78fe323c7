/** The simple pattern of the product spec §5: something, an @, something with a dot. The mailbox itself is the real check. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())
