import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { consentText } from './consent-texts.ts'
import {
  type AccountDecision,
  addAccountDecision,
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

/** The same for a newcomer whom an organization invited, whose account exists already. */
export async function recordJoiningConsents(
  tx: Tx,
  { config }: Context,
  given: { userId: string; marketingConsent: boolean; language: string },
): Promise<void> {
  const required = consentText('termsAndAge', given.language, config.brand.name)
  const marketing = consentText('marketing', given.language, config.brand.name)
  for (const text of [required, marketing]) await keepConsentText(tx, text)
  await addAccountDecision(tx, given.userId, { purpose: 'terms', isGiven: true, text: required })
  await addAccountDecision(tx, given.userId, { purpose: 'age', isGiven: true, text: required })
  await addAccountDecision(tx, given.userId, { purpose: 'marketing', isGiven: given.marketingConsent, text: marketing })
}

/** Call it in the transaction that changes the learner's consent. */
export async function recordMarketingDecision(tx: Tx, decision: AccountDecision): Promise<void> {
  await keepConsentText(tx, decision.text)
  await addMarketingDecision(tx, decision)
}
