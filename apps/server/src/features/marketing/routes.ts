import type { Handlers } from '../../http/handler.ts'
import { ok } from '../../result.ts'
import { decideMarketingConsent } from './decide-marketing-consent.ts'
import { findMarketingConsent } from './queries.ts'
import { unsubscribe } from './unsubscribe.ts'

export const marketingRoutes: Handlers<'marketingConsent' | 'updateMarketingConsent' | 'unsubscribe'> = {
  marketingConsent: async ({ db }, { session }) =>
    ok({ data: { marketingConsent: await findMarketingConsent(db, session.userId) } }),

  updateMarketingConsent: async (context, { session, body, language }) => {
    const { marketingConsent } = body
    await decideMarketingConsent(context, { ...session, isGiven: marketingConsent, place: 'account', language })
    return ok({ data: { marketingConsent } })
  },

  unsubscribe: async (context, { body }) => {
    const done = await unsubscribe(context, body.token)
    return done.ok ? ok({ data: { unsubscribed: true } }) : done
  },
}
