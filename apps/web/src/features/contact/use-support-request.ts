import { firstSigns } from '@kitewise/contract/typed/signs'
import * as textLimits from '@kitewise/contract/typed/text-limits'
import { type SupportTopic, supportTopics } from '@kitewise/contract/choices'
import { readEmailAddress } from '@kitewise/rules/account'
import { useState } from 'react'
import { call } from '../../lib/api-client.ts'
import { brand } from '../../lib/brand.ts'
import { tabDraft } from '../../lib/drafts.ts'
import { randomUuid } from '../../lib/random-uuid.ts'
import { useAction } from '../../lib/use-action.ts'

export type SupportRequest = Texts & { topic: SupportTopic }
type Texts = { name: string; email: string; concern: string; details: string }

/** Limits in signs: what mail programs accept in a link and an answer needs. */
export const supportLengths = {
  name: textLimits.supportName,
  email: 254,
  concern: textLimits.supportConcern,
  details: textLimits.supportDetails,
} as const satisfies Record<keyof Texts, number>

type Problem = 'required' | 'emailInvalid'
type Problems = Partial<Record<keyof Texts, Problem>>

const findProblems = ({ email, concern, details }: SupportRequest): Problems => {
  const problems: Problems = {}
  if (email.trim() === '') problems.email = 'required'
  else if (readEmailAddress(email) === null) problems.email = 'emailInvalid'
  if (concern.trim() === '') problems.concern = 'required'
  if (details.trim() === '') problems.details = 'required'
  return problems
}

const trimmed = ({ topic, name, email, concern, details }: SupportRequest): SupportRequest => ({
  topic,
  name: name.trim(),
  email: email.trim(),
  concern: concern.trim(),
  details: details.trim(),
})

type SupportResult =
  | { kind: 'sent'; email: string }
  | { kind: 'failed'; error: unknown }
  | { kind: 'opened' | 'openFailed' }

/** The support form: input is kept until it is sent or the tab is closed, even after the mail program has opened. */
export function useSupportRequest(prefill: Prefill) {
  const [request, setRequest] = useState(() => openRequest(prefill))
  const [problems, setProblems] = useState<Problems>({})
  const [result, setResult] = useState<SupportResult | null>(null)

  const change = (part: Partial<SupportRequest>): void => {
    // Another text is another request; the same text sent twice is stored once.
    const changed = { ...request, ...part, requestId: randomUuid() }
    setRequest(changed)
    setProblems((known) => Object.fromEntries(Object.entries(known).filter(([field]) => !(field in part))))
    setResult(null)
    keepRequest(changed, prefill)
  }
  /** @returns whether the form is complete; otherwise it shows what is missing */
  const check = (): boolean => {
    const found = findProblems(request)
    setProblems(found)
    setResult(null)
    return Object.keys(found).length === 0
  }
  const { run: send, isBusy } = useAction(async () => {
    const { requestId } = request
    try {
      await call('POST /api/support-requests', { body: { requestId, ...trimmed(request) } })
      change({ topic: 'question', concern: '', details: '' })
      setResult({ kind: 'sent', email: request.email.trim() })
    } catch (error) {
      setResult({ kind: 'failed', error })
    }
  })
  const openMail = (): void => {
    try {
      window.open(supportAddress(brand.supportEmail, trimmed(request)), '_self')
      setResult({ kind: 'opened' })
    } catch {
      setResult({ kind: 'openFailed' })
    }
  }
  return { request, change, check, send, isBusy, openMail, problems, result }
}

const draft = tabDraft('support')
const fields = Object.keys(supportLengths) as (keyof Texts)[]

export type Prefill = Partial<SupportRequest>

type Open = SupportRequest & { requestId: string }
type Stored = { request: Partial<Open>; prefill: string }

/** The topic and the text fields of an unknown value, cut to their lengths. */
export function readPrefill(value: unknown): Prefill {
  const given = Object(value) as Record<string, unknown>
  const texts = fields.flatMap((field) => {
    const text = given[field]
    return typeof text === 'string' ? [[field, firstSigns(text, supportLengths[field])]] : []
  })
  const topic = supportTopics.find((one) => one === given.topic)
  return { ...Object.fromEntries(texts), ...(topic !== undefined && { topic }) }
}

const readStored = (): Stored => {
  try {
    const { request, prefill } = Object(JSON.parse(draft.read() ?? 'null')) as Record<string, unknown>
    const { requestId } = Object(request) as Record<string, unknown>
    const known = typeof requestId === 'string' ? { requestId } : {}
    return { request: { ...readPrefill(request), ...known }, prefill: typeof prefill === 'string' ? prefill : '' }
  } catch {
    return { request: {}, prefill: '' }
  }
}

const empty: SupportRequest = { topic: 'question', name: '', email: '', concern: '', details: '' }

/** The initial request: the stored input; a page's prefill overwrites it once. */
const openRequest = (prefill: Prefill): Open => {
  const stored = readStored()
  const isLaidAlready = stored.prefill === JSON.stringify(prefill)
  const begun = { requestId: randomUuid(), ...empty }
  return isLaidAlready ? { ...begun, ...prefill, ...stored.request } : { ...begun, ...stored.request, ...prefill }
}

const keepRequest = (request: Open, prefill: Prefill): void =>
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
