import type { Context } from '../../context.ts'
import type { RequestClient } from '../../http/visitor.ts'
import type { Handlers } from '../../platform/handler.ts'
import { ok } from '../../platform/result.ts'
import { consentText } from '../onboarding/consent-texts.ts'
import { findMarketingConsent } from './consents.sql.ts'
import { decideMarketingConsent } from './marketing-mail.ts'
import {
  getReminders,
  noteZone,
  removePushSubscription,
  savePushSubscription,
  updateReminders,
} from './reminder-settings.ts'
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

type Calls = 'reminders' | 'updateReminders' | 'savePushSubscription' | 'removePushSubscription'

const answer = async (context: Context, { userId }: { userId: string }, client: RequestClient) =>
  ok({ data: await getReminders(context, userId, client.learningMoment.timeZone) })

export const remindersRoutes: Handlers<Calls> = {
  reminders: async (context, { session, client }) => {
    await noteZone(context, session.userId, client.learningMoment.timeZone)
    return answer(context, session, client)
  },

  updateReminders: async (context, { session, body, client }) => {
    const { timeZone } = client.learningMoment
    const done = await updateReminders(context, { userId: session.userId, ...body, timeZone })
    return done.ok ? answer(context, session, client) : done
  },

  savePushSubscription: async (context, { session, body, client }) => {
    const done = await savePushSubscription(context, session.userId, body, client.learningMoment.timeZone)
    return done.ok ? answer(context, session, client) : done
  },

  removePushSubscription: async (context, { session, body, client }) => {
    await removePushSubscription(context, session.userId, body.endpoint)
    return answer(context, session, client)
  },
}
