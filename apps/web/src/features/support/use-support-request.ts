import { useState } from 'react'
import { brand } from '../../lib/brand.ts'
import { isEmail } from '../../lib/email.ts'
import { keepRequest, openRequest, type Prefill } from './support-draft.ts'
import { supportAddress, type SupportRequest } from './support-request.ts'

type Problem = 'required' | 'emailInvalid'
export type Problems = Partial<Record<keyof SupportRequest, Problem>>

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

/** The support form: what is typed stays until the tab is closed, also after the mail program has opened. */
export const useSupportRequest = (prefill: Prefill) => {
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
  /** Gives false when something is missing. */
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
