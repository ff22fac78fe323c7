import { tabDraft } from '../../lib/drafts.ts'
import { supportLengths, type SupportRequest } from './support-request.ts'

const draft = tabDraft('support')
const fields = Object.keys(supportLengths) as (keyof SupportRequest)[]

/** What another page hands over: its reason for asking, and what it knows. */
export type Prefill = Partial<SupportRequest>

type Stored = { request: Prefill; prefill: string }

/** Of something unknown, the fields that are texts, cut to their lengths. */
export const readPrefill = (value: unknown): Prefill => {
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

/** The request to begin with: what was typed, over which a page's words are laid once, when one comes with them. */
export const openRequest = (prefill: Prefill): SupportRequest => {
  const stored = readStored()
  const isLaidAlready = stored.prefill === JSON.stringify(prefill)
  return isLaidAlready ? { ...empty, ...prefill, ...stored.request } : { ...empty, ...stored.request, ...prefill }
}

export const keepRequest = (request: SupportRequest, prefill: Prefill): void =>
  draft.write(JSON.stringify({ request, prefill: JSON.stringify(prefill) }))
