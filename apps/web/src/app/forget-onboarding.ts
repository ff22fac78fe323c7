import { begunCheckout } from '../features/billing/begun-checkout.ts'
import { forgetProgress } from '../features/onboarding/onboarding-progress.ts'
import { registration } from '../lib/registration.ts'

/** Somebody has become a learner who has paid: answers, address and the proofs of the checkout are of no more use and leave this browser. */
export const forgetOnboarding = (): void => {
  forgetProgress()
  registration.clear()
  begunCheckout.forget()
}
