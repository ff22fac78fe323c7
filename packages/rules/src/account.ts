/** Accepted email addresses: plain ASCII, because they go into mail headers; other scripts need their `xn--` form. */
const local = /[a-z0-9_][a-z0-9_+&=~#%'-]*(\.[a-z0-9_+&=~#%'-]+)*/
const domain = /([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]/
const shape = new RegExp(`^${local.source}@${domain.source}$`)
/** RFC 5321: maximum length of the local part, and of the whole address. */
const longestLocal = 64
const longest = 254

/** Returns the address in lower case, so that one mailbox is one account, or null if it isn't accepted. */
export function readEmailAddress(text: string): string | null {
  const address = text.trim().toLowerCase()
  if (!shape.test(address) || address.indexOf('@') > longestLocal || address.length > longest) return null
  return address
}

/** How long signing in restores a deleted account (docs/product.md R93). */
export const deletionGraceDays = 28

/** Accepted in every language, besides the word that a translated prompt names (docs/product.md R92). */
export const deletionWords: readonly string[] = ['GOODBYE', 'DELETE']
