/**
 * The name of an organization stands in mails to people who don't know us, so it can't be a message of its own (docs/product.md
 * R170): no addresses of pages or mailboxes, and not longer than a name.
 */
export const longestOrganizationName = 60

/** Also with the dots that browsers take for one. */
const domain = /[\p{L}\p{N}-]+[.。．｡]\p{L}{2,}/u

export function isOrganizationName(name: string): boolean {
  const plain = name.normalize('NFKC').trim()
  if (plain === '' || plain.length > longestOrganizationName) return false
  return !/[\p{Cc}\p{Zl}\p{Zp}]|:\/\/|@/u.test(plain) && !domain.test(plain)
}
