import { useState } from 'react'
import { brand } from '../../lib/brand.ts'
import { tabDraft } from '../../lib/drafts.ts'
import { isEmail } from '../../lib/email.ts'

export type SupportRequest = { name: string; email: string; concern: string; details: string }

/** Limits in characters: what mail programs accept in a link and an answer needs. */
export const supportLengths = { name: 80, email: 254, concern: 120, details: 1_000 } as const satisfies Record<
  keyof SupportRequest,
  number
>

type Problem = 'required' | 'emailInvalid'
type Problems = Partial<Record<keyof SupportRequest, Problem>>

const findProblems = ({ email, concern, details }: SupportRequest): Problems => {
  const problems: Problems = {}
  if (email.trim() === '') problems.email = 'required'
  else if (!isEmail(email)) problems.email = 'emailInvalid'
  if (concern.trim() === '') problems.concern = 'required'
  if (details.trim() === '') problems.details = 'required'
  return problems
}

const trimmed = ({ name, email, concern, details }: SupportRequest): SupportRequest => ({
  name: name.trim(),
  email: email.trim(),
  concern: concern.trim(),
  details: details.trim(),
})

/** The support form: input is kept until the tab is closed, even after the mail program has opened. */
export function useSupportRequest(prefill: Prefill) {
  const [request, setRequest] = useState(() => openRequest(prefill))
  const [problems, setProblems] = useState<Problems>({})
  const [result, setResult] = useState<'opened' | 'openFailed' | null>(null)

  const change = (part: Partial<SupportRequest>): void => {
    const changed = { ...request, ...part }
    setRequest(changed)
    setProblems((known) => Object.fromEntries(Object.entries(known).filter(([field]) => !(field in part))))
    setResult(null)
    keepRequest(changed, prefill)
  }
  /** @returns false if something is missing */
  const send = (): boolean => {
    const found = findProblems(request)
    setProblems(found)
    setResult(null)
    if (Object.keys(found).length > 0) return false
    try {
      window.open(supportAddress(brand.supportEmail, trimmed(request)), '_self')
      setResult('opened')
    } catch {
      setResult('openFailed')
    }
    return true
  }
  return { request, change, send, problems, result }
}

const draft = tabDraft('support')
const fields = Object.keys(supportLengths) as (keyof SupportRequest)[]

export type Prefill = Partial<SupportRequest>

type Stored = { request: Prefill; prefill: string }

/** The text fields of an unknown value, cut to their lengths. */
export function readPrefill(value: unknown): Prefill {
  const given = Object(value) as Record<string, unknown>
  const texts = fields.flatMap((field) => {
    const text = given[field]
    return typeof text === 'string' ? [[field, text.slice(0, supportLengths[field])]] : []
  })
  return Object.fromEntries(texts)
}

const readStored = (): Stored => {
  try {
    const { request, prefill } = Object(JSON.parse(draft.read() ?? 'null')) as Record<string, unknown>
    return { request: readPrefill(request), prefill: typeof prefill === 'string' ? prefill : '' }
  } catch {
    return { request: {}, prefill: '' }
  }
}

const empty: SupportRequest = { name: '', email: '', concern: '', details: '' }

/** The initial request: the stored input; a page's prefill overwrites it once. */
const openRequest = (prefill: Prefill): SupportRequest => {
  const stored = readStored()
  const isLaidAlready = stored.prefill === JSON.stringify(prefill)
  return isLaidAlready ? { ...empty, ...prefill, ...stored.request } : { ...empty, ...stored.request, ...prefill }
}

const keepRequest = (request: SupportRequest, prefill: Prefill): void =>
  draft.write(JSON.stringify({ request, prefill: JSON.stringify(prefill) }))

/**
 * The support desk filters by subject and labels, so they are the same in every language. Encoding keeps typed text from
 * adding a header. @throws {URIError} when a text holds half a surrogate pair
 */
const supportAddress = (to: string, { name, email, concern, details }: SupportRequest): string => {
  const subject = `Support Request: ${concern}`
  const body = [`Name: ${name}`, `Email: ${email}`, `Concern: ${concern}`, '', 'Details:', details]
    .join('\n')
    .replaceAll(/\r?\n/g, '\r\n')
  return `mailto:${encodeURIComponent(to).replace('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
