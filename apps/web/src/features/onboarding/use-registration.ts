import { readEmailAddress } from '@kitewise/rules/account'
import { useState } from 'react'
import { ApiError, call } from '../../lib/api-client.ts'
import { registration } from '../../lib/registration.ts'
import { useAction } from '../../lib/use-action.ts'
import { withOnboarding } from './api.ts'
import { useOnboardingProgress } from './onboarding-progress.ts'

export type RegistrationProblem = 'emailInvalid' | 'addressBounces' | 'termsRequired' | 'tooMany' | 'failed'

type Form = { firstName: string; email: string; hasAgreed: boolean; wantsMail: boolean }

/** What is missing in the form, in field order. */
const problemsOf = ({ email, hasAgreed }: Form): RegistrationProblem[] => [
  ...(readEmailAddress(email) === null ? (['emailInvalid'] as const) : []),
  ...(hasAgreed ? [] : (['termsRequired'] as const)),
]

const problemOf = (error: unknown): RegistrationProblem => {
  if (!(error instanceof ApiError)) return 'failed'
  if (error.status === 429) return 'tooMany'
  if (error.code === 'address_bounces') return 'addressBounces'
  if (error.code === 'terms_required') return 'termsRequired'
  return error.code === 'invalid_request' ? 'emailInvalid' : 'failed'
}

/** What the form sends. */
export type Registrant = { firstName?: string; email: string; termsAccepted: boolean; marketingConsent: boolean }

/** At the end of the quiz. Keeps the returned token in this tab for the checkout. */
export async function registerAfterQuiz(registrant: Registrant): Promise<boolean> {
  registration.write(
    await withOnboarding((onboardingId) =>
      call('POST /api/product-user/register', { body: { onboardingId, ...registrant } }),
    ),
  )
  return true
}

/** @param register returns false when it shows a problem itself */
export function useRegistration(register: (registrant: Registrant) => Promise<boolean>, onRegistered: () => void) {
  const [form, setForm] = useState<Form>(() => ({
    firstName: useOnboardingProgress.getState().firstName ?? '',
    email: registration.read()?.email ?? useOnboardingProgress.getState().email,
    hasAgreed: false,
    wantsMail: false,
  }))
  const [problems, setProblems] = useState<RegistrationProblem[]>([])

  const change = (changes: Partial<Form>): void => {
    const changed = { ...form, ...changes }
    setForm(changed)
    useOnboardingProgress.setState({ firstName: changed.firstName, email: changed.email })
    setProblems([])
  }
  /** @returns whether the form may be sent; otherwise it shows what is missing */
  const check = (): boolean => {
    const found = problemsOf(form)
    setProblems(found)
    return found.length === 0
  }
  const { run: send, isBusy } = useAction(async () => {
    const firstName = form.firstName.trim()
    try {
      const isRegistered = await register({
        ...(firstName === '' ? {} : { firstName }),
        email: form.email.trim(),
        termsAccepted: form.hasAgreed,
        marketingConsent: form.wantsMail,
      })
      if (isRegistered) onRegistered()
    } catch (error) {
      setProblems([problemOf(error)])
    }
  })
  return { form, change, check, send, problems, isBusy }
}
