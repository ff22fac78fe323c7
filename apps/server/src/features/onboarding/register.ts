import { readEmailAddress } from '@kitewise/rules/account'
import type { Context } from '../../context.ts'
import type { Queryable, Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import { hashNetwork } from '../../platform/messages/queue-mail.ts'
import { issueToken, peekToken } from '../../platform/one-time-tokens.sql.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { consentText } from './consent-texts.ts'
import { deleteIdleOnboardings } from './onboardings.sql.ts'
import {
  addDecision,
  type Decision,
  deleteUnpaidRegistrations,
  findRegistrationById,
  holdOnboarding,
  keepConsentText,
  type Registration,
  saveRegistration,
} from './registrations.sql.ts'

type Given = {
  onboardingId: string
  email: string
  termsAccepted: boolean
  marketingConsent: boolean
  networkKey: string
}

/** A week to choose a plan; after that, the visitor enters the address again. */
const tokenMinutes = 7 * 24 * 60

/** The answer doesn't depend on whether the address has an account: a job checks that and mails its owner. */
export async function register(
  context: Context,
  { onboardingId, email: typed, termsAccepted, marketingConsent, networkKey }: Given,
  language: string,
): Promise<Result<{ email: string; registrationToken: string }>> {
  if (!termsAccepted) return refuse('terms_required')
  const email = readEmailAddress(typed)
  if (!email) return refuse('invalid_request', [{ field: 'body.email', message: 'is not an email address' }])
  return inTransaction(context.db, async (tx) => {
    if (!(await holdOnboarding(tx, onboardingId))) return refuse('onboarding_not_found')
    const id = context.newId()
    const registrationId = await saveRegistration(tx, { id, onboardingId, email, language, marketingConsent })
    await keepDecisions(context, tx, { registrationId, marketingConsent, language })
    const requestedFrom = hashNetwork(context.config.pinHashing.pepper, networkKey)
    await addJob(tx, 'mail-sign-in-hint', { email, requestedFrom }, { key: `mail-sign-in-hint:${registrationId}` })
    const registrationToken = await issueToken(tx, { purpose: 'registration', registrationId, minutes: tokenMinutes })
    return ok({ email, registrationToken })
  })
}

/** One checkbox covers terms and age, another marketing mail; an unchecked box is a decision too. */
const keepDecisions = async (
  { config }: Context,
  tx: Tx,
  given: { registrationId: string; marketingConsent: boolean; language: string },
): Promise<void> => {
  const required = consentText('termsAndAge', given.language, config.brand.name)
  const marketing = consentText('marketing', given.language, config.brand.name)
  const decisions: Decision[] = [
    { purpose: 'terms', isGiven: true, text: required },
    { purpose: 'age', isGiven: true, text: required },
    { purpose: 'marketing', isGiven: given.marketingConsent, text: marketing },
  ]
  for (const text of [required, marketing]) await keepConsentText(tx, text)
  for (const decision of decisions) await addDecision(tx, given.registrationId, decision)
}

/** Doesn't consume the token. */
export async function findRegistration(db: Queryable, registrationToken: string): Promise<Registration | null> {
  const subject = await peekToken(db, { purpose: 'registration', token: registrationToken })
  return subject?.registrationId ? findRegistrationById(db, subject.registrationId) : null
}

const keptDays = 90

export async function purgeOnboardings({ db, log }: Context): Promise<void> {
  const registrations = await deleteUnpaidRegistrations(db, keptDays)
  if (registrations > 0) log.info({ registrations }, 'registrations that were never paid for removed')
  const removed = await deleteIdleOnboardings(db, keptDays)
  if (removed > 0) log.info({ removed }, 'idle onboardings removed')
}
