/**
 * Which e-mail addresses are taken. An address goes into mail headers and is somebody's name with us, so it is plain: letters,
 * digits and a few marks before the @ (no quotes, commas, brackets or line ends), a domain with a dot after it. Domains in other
 * scripts are kept in their ASCII form, and everything in lower case, so that one mailbox is one account.
 */
const local = /^[a-z0-9_+&=~#'-]+(\.[a-z0-9_+&=~#'-]+)*$/
const domain = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/
/** Limits of RFC 5321, of the part before the @ and of the whole. */
const longestLocal = 64
const longest = 254

/** The address as it is stored and written to, or null when it is none that we take. */
export const readEmailAddress = (text: string): string | null => {
  const parts = text.trim().toLowerCase().split('@')
  const [name = '', host = ''] = parts
  if (parts.length !== 2 || name.length > longestLocal || !local.test(name)) return null
  const ascii = toAscii(host)
  if (ascii === null || !domain.test(ascii) || name.length + 1 + ascii.length > longest) return null
  return `${name}@${ascii}`
}

const toAscii = (host: string): string | null => {
  if (/[^\p{L}\p{M}\p{N}.-]/u.test(host)) return null
  try {
    return new URL(`http://${host}`).hostname
  } catch {
    return null
  }
}
