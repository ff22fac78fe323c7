import { readEmailAddress } from '@kitewise/rules/account'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { hashNetwork, requestMail } from '../../platform/messages/queue-mail.ts'
import { hasBounced } from '../../platform/messages/returned-mail.ts'
import { issueToken, peekToken } from '../../platform/one-time-tokens.sql.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { findOrCreateAccount } from '../accounts/create-account.ts'
import { findUserForLogin } from '../accounts/users.sql.ts'
import { registerWithGift } from '../onboarding/register.ts'
import { lockGiftRegistration } from '../onboarding/registrations.sql.ts'
import { findOpenGift, redeemFor } from './redeem-gift.ts'

type Given = {
  code: string
  email: string
  termsAccepted: boolean
  marketingConsent: boolean
  firstName?: string | null | undefined
  networkKey: string
  language: string
}

/**
 * Stores the address with its consents and mails it a link. Nothing looks for an account, so the answer is the same for every
 * address. The code stays open until somebody proves a mailbox.
 */
export async function registerForGift(context: Context, given: Given): Promise<Result<{ email: string }>> {
  const { termsAccepted, marketingConsent, firstName = null, language } = given
  if (!termsAccepted) return refuse('terms_required')
  const email = readEmailAddress(given.email)
  if (!email) return refuse('invalid_request', [{ field: 'body.email', message: 'is not an email address' }])
  const gift = await findOpenGift(context, given.code)
  if (!gift.ok) return gift
  if (await hasBounced(context.db, context, email)) return refuse('address_bounces')
  const requestedFrom = hashNetwork(context.config.pinHashing.pepper, given.networkKey)
  return inTransaction(context.db, async (tx) => {
    const wish = { giftCodeId: gift.value, email, language, marketingConsent, firstName }
    const values = { registrationId: await registerWithGift(tx, context, wish) }
    await requestMail(tx, context, { to: email, language, template: 'gift_waits', values, requestedFrom })
    return ok({ email })
  })
}

const pinMinutes = 60

type Begun = { email: string; until: number; pinSetupToken: string | null }

/**
 * The mailed link proves the mailbox: the account is found or created, and the code redeemed for it. Works again until the link
 * expires, with a new token for the PIN as long as the account has none; an existing PIN is never replaced.
 */
export async function beginGift(context: Context, token: string): Promise<Result<Begun>> {
  const subject = await peekToken(context.db, { purpose: 'gift', token })
  const { registrationId } = subject ?? {}
  if (!registrationId) return refuse('invalid_token')
  // A refusal is thrown, so that no account stays without its gift.
  try {
    return ok(await inTransaction(context.db, (tx) => beginFor(tx, context, registrationId)))
  } catch (error) {
    if (error instanceof Refused) return error.result
    throw error
  }
}

class Refused extends Error {
  readonly result: Extract<Result<never>, { ok: false }>

  constructor(result: Extract<Result<never>, { ok: false }>) {
    super(result.code)
    this.result = result
  }
}

const beginFor = async (tx: Tx, context: Context, registrationId: string): Promise<Begun> => {
  const registration = await lockGiftRegistration(tx, registrationId)
  if (!registration) throw new Refused(refuse('invalid_token'))
  const { email, giftCodeId: giftId } = registration
  const found = await findOrCreateAccount(tx, { ...registration, dailyGoalMinutes: null })
  if (!found) throw new Refused(refuse('email_taken'))
  const { userId } = found
  const account = await findUserForLogin(tx, email, null)
  if (!account?.maySignIn) throw new Refused(refuse('invalid_token'))
  if (account.isBlocked) throw new Refused(refuse('account_blocked'))
  const redeemed = await redeemFor(tx, context, { userId, giftId })
  if (!redeemed.ok) throw new Refused(redeemed)
  const needsPin = account.pinHash === null
  const pinSetupToken = needsPin ? await issueToken(tx, { purpose: 'pin-setup', userId, minutes: pinMinutes }) : null
  return { email, until: redeemed.value.until, pinSetupToken }
}
