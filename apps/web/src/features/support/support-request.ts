export type SupportRequest = { name: string; email: string; concern: string; details: string }

/** What mail programs bear in a link, and an answer needs. In characters. */
export const supportLengths = { name: 80, email: 254, concern: 120, details: 1_000 } as const satisfies Record<
  keyof SupportRequest,
  number
>

/**
 * The link that opens the visitor's mail program with the request written down. Subject and labels are a format that the support desk
 * sorts by, so they are the same in every language. Nothing typed can add a header: all of it is encoded.
 * @throws {URIError} when a text holds half a character
 */
export const supportAddress = (to: string, { name, email, concern, details }: SupportRequest): string => {
  const subject = `Support Request: ${concern}`
  const body = [`Name: ${name}`, `Email: ${email}`, `Concern: ${concern}`, '', 'Details:', details]
    .join('\n')
    .replaceAll(/\r?\n/g, '\r\n')
  return `mailto:${encodeURIComponent(to).replace('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
