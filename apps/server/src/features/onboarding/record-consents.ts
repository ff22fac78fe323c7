import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { consentText } from './consent-texts.ts'
import {
  type AccountDecision,
  addMarketingDecision,
  addRegistrationDecision,
  type Decision,
  keepConsentText,
} from './consents.sql.ts'

/** One checkbox covers terms and age, another marketing mail; an unchecked box is a decision too. */
export async function recordRegistrationConsents(
  tx: Tx,
  { config }: Context,
  given: { registrationId: string; marketingConsent: boolean; language: string },
): Promise<void> {
  const required = consentText('termsAndAge', given.language, config.brand.name)
  const marketing = consentText('marketing', given.language, config.brand.name)
  const decisions: Decision[] = [
    { purpose: 'terms', isGiven: true, text: required },
    { purpose: 'age', isGiven: true, text: required },
    { purpose: 'marketing', isGiven: given.marketingConsent, text: marketing },
  ]
  for (const text of [required, marketing]) await keepConsentText(tx, text)
  for (const decision of decisions) await addRegistrationDecision(tx, given.registrationId, decision)
}

/** Call it in the transaction that changes the learner's consent. */
export async function recordMarketingDecision(tx: Tx, decision: AccountDecision): Promise<void> {
  await keepConsentText(tx, decision.text)
  await addMarketingDecision(tx, decision)
}
