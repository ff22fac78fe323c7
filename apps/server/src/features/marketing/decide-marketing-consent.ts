import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { consentText } from '../onboarding/consent-texts.ts'
import { addMarketingDecision, changeMarketingConsent, type ConsentPlace } from './queries.ts'

/** `language` is the one of the text that was shown; without it, the learner's own. */
type Decision = { userId: string; isGiven: boolean; place: ConsentPlace; language?: string }

/** Gives or withdraws the consent to marketing mail, with a row that proves it. The same decision again changes nothing. */
export const decideMarketingConsent = async (
  { db, config }: Context,
  { userId, isGiven, place, language }: Decision,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const ownLanguage = await changeMarketingConsent(tx, userId, isGiven)
    if (ownLanguage === null) return
    const text = consentText('marketing', language ?? ownLanguage, config.brand.name)
    await addMarketingDecision(tx, { userId, isGiven, place, text })
  })
