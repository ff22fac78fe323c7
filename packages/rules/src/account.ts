/** Accepted email addresses: plain ASCII, because they go into mail headers. A domain of another script has an ASCII form. */
const local = /[a-z0-9_][a-z0-9_+&=~#%'-]*(\.[a-z0-9_+&=~#%'-]+)*/
const domain = /([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]/
const shape = new RegExp(`^${local.source}@${domain.source}$`)
/** RFC 5321: maximum length of the local part, and of the whole address. */
const longestLocal = 64
const longest = 254

/** Signs without a shape, which come with text copied from pages, chats and spreadsheets. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu

/**
 * Returns the address in lower case and of ASCII, so that one mailbox is one account, or null if it isn't accepted. Takes
 * what people paste: invisible signs, full-width letters, domains of any script (Unicode's UTS #46).
 */
export function readEmailAddress(text: string): string | null {
  const [user = '', host = '', ...more] = text.normalize('NFKC').replace(invisible, '').trim().toLowerCase().split('@')
  if (more.length > 0) return null
  const address = `${user}@${asciiDomain(host)}`
  return shape.test(address) && user.length <= longestLocal && address.length <= longest ? address : null
}

/** Letters, marks and digits of any script: an address of the web may hold more than a domain. */
const anyDomain = /^[\p{L}\p{M}\p{N}.-]+$/u

/** Of the platform, in browsers and Node alike. */
declare const URL: new (address: string) => { hostname: string }

const asciiDomain = (host: string): string => {
  if (!anyDomain.test(host)) return host
  try {
    return new URL(`http://${host}`).hostname
  } catch {
    return host
  }
}

/** How long signing in restores a deleted account (docs/product.md R93). */
export const deletionGraceDays = 28

/** Accepted in every language, besides the word that a translated prompt names (docs/product.md R92). */
export const deletionWords: readonly string[] = ['GOODBYE', 'DELETE']
