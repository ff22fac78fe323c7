import type { Handlers } from '../../platform/handler.ts'
import { ok } from '../../platform/result.ts'
import { consentText } from '../onboarding/consent-texts.ts'
import { decideMarketingConsent } from './decide-marketing-consent.ts'
import { findMarketingConsent } from './queries.ts'
import { unsubscribe } from './unsubscribe.ts'

export const marketingRoutes: Handlers<'marketingConsent' | 'updateMarketingConsent' | 'unsubscribe'> = {
  marketingConsent: async ({ db, config }, { session, language }) => {
    const isGiven = await findMarketingConsent(db, session.userId)
    return ok({ data: presentConsent(isGiven, language, config.brand.name) })
  },

  updateMarketingConsent: async (context, { session, body, language }) => {
    const { marketingConsent } = body
    await decideMarketingConsent(context, { ...session, isGiven: marketingConsent, place: 'account', language })
    return ok({ data: presentConsent(marketingConsent, language, context.config.brand.name) })
  },

  unsubscribe: async (context, { body }) => {
    const done = await unsubscribe(context, body.token, body)
    return done.ok ? ok({ data: { unsubscribed: true } }) : done
  },
}

const presentConsent = (marketingConsent: boolean, language: string, brand: string) => ({
  marketingConsent,
  text: consentText('marketing', language, brand).body,
})
