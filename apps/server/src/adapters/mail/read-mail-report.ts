import type { MailReport } from './port.ts'

/**
 * Reads a delivery report (RFC 3464) or a complaint (RFC 5965) as it arrives by mail. Null for anything else: other mail, notices of
 * delays, and reports that name none of our mails.
 */
export function readMailReport(raw: string): MailReport | null {
  const message = readPart(raw.replaceAll('\r\n', '\n'))
  const type = message.headers.get('content-type') ?? ''
  const boundary = /\bboundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(type)
  if (!/^multipart\/report\b/i.test(type) || !boundary) return null
  const parts = splitParts(message.body, boundary[1] ?? boundary[2] ?? '').map(readPart)
  const outcome = readOutcome(parts)
  if (!outcome) return null
  const mailIds = findMailIds(message.headers, parts)
  return mailIds.length === 0 ? null : { ...outcome, mailIds }
}

type Part = { headers: Map<string, string>; body: string }

const readPart = (text: string): Part => {
  const end = text.search(/\n[ \t]*\n/)
  const head = end === -1 ? text : text.slice(0, end)
  return { headers: readFields(head), body: end === -1 ? '' : text.slice(end).replace(/^\n[ \t]*\n/, '') }
}

/** Header fields by lower-case name, unfolded; the first of several wins. */
const readFields = (text: string): Map<string, string> => {
  const fields = new Map<string, string>()
  for (const line of text.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}

const splitParts = (body: string, boundary: string): string[] =>
  `\n${body}`
    .split(`\n--${boundary}`)
    .slice(1)
    .filter((part) => !part.startsWith('--'))
    .map((part) => part.replace(/^[ \t]*\n/, ''))

const bodyOf = (parts: readonly Part[], type: RegExp): string | null =>
  parts.find(({ headers }) => type.test(headers.get('content-type') ?? ''))?.body ?? null

const deliveryStatus = /^message\/(global-)?delivery-status\b/i
const feedbackReport = /^message\/feedback-report\b/i
const returnedMail = /^(message\/(rfc822|global)|text\/rfc822-headers|message\/global-headers)\b/i

/** A mail has one recipient, so one failed block decides. `delayed`, `delivered`, `relayed` and `expanded` aren't failures. */
const readOutcome = (parts: readonly Part[]): Pick<MailReport, 'kind' | 'status'> | null => {
  const feedback = bodyOf(parts, feedbackReport)
  if (feedback !== null)
    return /^(abuse|fraud|virus)$/i.test(readFields(feedback).get('feedback-type') ?? '')
      ? { kind: 'complaint', status: null }
      : null
  const blocks = (bodyOf(parts, deliveryStatus) ?? '').split(/\n[ \t]*\n/).map(readFields)
  const failed = blocks.find((fields) => /^failed\b/i.test(fields.get('action') ?? ''))
  if (!failed) return null
  return { kind: 'bounce', status: /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(failed.get('status') ?? '')?.[0] ?? null }
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** From the envelope ID, the Message-ID of the returned mail, and the address the report was sent to. */
const findMailIds = (headers: Part['headers'], parts: readonly Part[]): string[] => {
  const status = readFields(bodyOf(parts, deliveryStatus) ?? bodyOf(parts, feedbackReport) ?? '')
  const returned = readPart(bodyOf(parts, returnedMail) ?? '').headers
  const found = [
    new RegExp(`^(${uuid})$`, 'i').exec(status.get('original-envelope-id') ?? ''),
    new RegExp(`^<(${uuid})@`, 'i').exec(returned.get('message-id') ?? ''),
    ...['to', 'delivered-to', 'x-original-to'].map((name) =>
      new RegExp(`\\+(${uuid})@`, 'i').exec(headers.get(name) ?? ''),
    ),
    new RegExp(`\\+(${uuid})@`, 'i').exec(status.get('original-mail-from') ?? ''),
  ]
  return [...new Set(found.flatMap((match) => (match?.[1] ? [match[1].toLowerCase()] : [])))]
}
