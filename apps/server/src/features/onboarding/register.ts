import { readEmailAddress } from '@kitewise/rules/account'
import type { Context } from '../../context.ts'
import type { Queryable, Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import { hashNetwork } from '../../platform/messages/queue-mail.ts'
import { hasBounced } from '../../platform/messages/returned-mail.ts'
import { issueToken, peekToken } from '../../platform/one-time-tokens.sql.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { deleteIdleOnboardings } from './onboardings.sql.ts'
import { findDailyGoal } from './quiz-answers.ts'
import { recordRegistrationConsents } from './record-consents.ts'
import {
  deleteUnpaidRegistrations,
  findRegistrationById,
  holdOnboarding,
  type Registration,
  saveGiftRegistration,
  saveRegistration,
} from './registrations.sql.ts'

type Given = {
  onboardingId: string
  email: string
  termsAccepted: boolean
  marketingConsent: boolean
  firstName?: string | null | undefined
  networkKey: string
}

/** A week to choose a plan; after that, the visitor enters the address again. */
const tokenMinutes = 7 * 24 * 60

/** The answer doesn't depend on whether the address has an account: a job checks that and mails its owner. */
export async function register(
  context: Context,
  { onboardingId, email: typed, termsAccepted, marketingConsent, firstName = null, networkKey }: Given,
  language: string,
): Promise<Result<{ email: string; registrationToken: string }>> {
  if (!termsAccepted) return refuse('terms_required')
  const email = readEmailAddress(typed)
  if (!email) return refuse('invalid_request', [{ field: 'body.email', message: 'is not an email address' }])
  if (await hasBounced(context.db, context, email)) return refuse('address_bounces')
  return inTransaction(context.db, async (tx) => {
    if (!(await holdOnboarding(tx, onboardingId))) return refuse('onboarding_not_found')
    const id = context.newId()
    const dailyGoalMinutes = await findDailyGoal(context, tx, onboardingId)
    const registrationId = await saveRegistration(tx, {
      id,
      onboardingId,
      email,
      language,
      marketingConsent,
      firstName,
      dailyGoalMinutes,
    })
    await recordRegistrationConsents(tx, context, { registrationId, marketingConsent, language })
    const requestedFrom = hashNetwork(context.config.pinHashing.pepper, networkKey)
    await addJob(tx, 'mail-sign-in-hint', { email, requestedFrom }, { key: `mail-sign-in-hint:${registrationId}` })
    const registrationToken = await issueToken(tx, { purpose: 'registration', registrationId, minutes: tokenMinutes })
    return ok({ email, registrationToken })
  })
}

/** The same for an address given with a gift code. Returns the registration's id. */
export async function registerWithGift(
  tx: Tx,
  context: Context,
  given: Omit<Parameters<typeof saveGiftRegistration>[1], 'id'>,
): Promise<string> {
  const { marketingConsent, language } = given
  const registrationId = await saveGiftRegistration(tx, { ...given, id: context.newId() })
  await recordRegistrationConsents(tx, context, { registrationId, marketingConsent, language })
  return registrationId
}

/** Doesn't consume the token. */
export async function findRegistration(db: Queryable, registrationToken: string): Promise<Registration | null> {
  const subject = await peekToken(db, { purpose: 'registration', token: registrationToken })
  return subject?.registrationId ? findRegistrationById(db, subject.registrationId) : null
}

const keptDays = 90

export async function purgeOnboardings({ db, log }: Context): Promise<void> {
  const registrations = await deleteUnpaidRegistrations(db, keptDays)
  if (registrations > 0) log.info({ registrations }, 'removed unpaid registrations')
  const removed = await deleteIdleOnboardings(db, keptDays)
  if (removed > 0) log.info({ removed }, 'removed idle onboardings')
}
