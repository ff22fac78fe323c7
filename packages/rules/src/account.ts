/**
 * Which e-mail addresses are taken. An address goes into mail headers and is somebody's name with us, so it is plain ASCII:
 * letters, digits and a few marks before the @ (no quotes, commas, brackets or line ends), a domain with a dot after it. It is
 * kept in lower case, so that one mailbox is one account. A domain in another script is written in its `xn--` form.
 */
const local = /^[a-z0-9_][a-z0-9_+&=~#%'-]*(\.[a-z0-9_+&=~#%'-]+)*$/
const domain = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/
/** Limits of RFC 5321, of the part before the @ and of the whole. */
const longestLocal = 64
const longest = 254

/** The address as it is stored and written to, or null when it is none that we take. */
export const readEmailAddress = (text: string): string | null => {
  const address = text.trim().toLowerCase()
  const parts = address.split('@')
  const [name = '', host = ''] = parts
  if (parts.length !== 2 || name.length > longestLocal || address.length > longest) return null
  return local.test(name) && domain.test(host) ? address : null
}

/** How long a deleted account comes back by a sign-in (product spec, section 9). */
export const deletionGraceDays = 28

/** Words that confirm a deletion in every language; a translated prompt may name one of its own beside them. */
export const deletionWords: readonly string[] = ['GOODBYE', 'DELETE']
