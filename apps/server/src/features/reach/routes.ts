import type { Context } from '../../context.ts'
import type { Handlers, RequestClient } from '../../platform/handler.ts'
import { ok } from '../../platform/result.ts'
import { consentText } from '../onboarding/consent-texts.ts'
import { findMarketingConsent } from './marketing-consent.sql.ts'
import { decideMarketingConsent } from './marketing-mail.ts'
import { getReminders, noteZone, savePushSubscription, updateReminders } from './reminder-settings.ts'
import { deleteEndpoint } from './push-subscriptions.sql.ts'
import { unsubscribe } from './unsubscribe.ts'

type ReachEndpoint =
  | 'marketingConsent'
  | 'updateMarketingConsent'
  | 'unsubscribe'
  | 'reminders'
  | 'updateReminders'
  | 'savePushSubscription'
  | 'removePushSubscription'

export const reachRoutes: Handlers<ReachEndpoint> = {
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

  reminders: async (context, { session, client }) => {
    await noteZone(context, session.userId, client.learningMoment.timeZone)
    return answerReminders(context, session, client)
  },

  updateReminders: async (context, { session, body, client }) => {
    const { timeZone } = client.learningMoment
    const done = await updateReminders(context, { userId: session.userId, ...body, timeZone })
    return done.ok ? answerReminders(context, session, client) : done
  },

  savePushSubscription: async (context, { session, body, client }) => {
    const done = await savePushSubscription(context, session.userId, body, client.learningMoment.timeZone)
    return done.ok ? answerReminders(context, session, client) : done
  },

  removePushSubscription: async (context, { session, body, client }) => {
    await deleteEndpoint(context.db, session.userId, body.endpoint)
    return answerReminders(context, session, client)
  },
}

const presentConsent = (marketingConsent: boolean, language: string, brand: string) => ({
  marketingConsent,
  text: consentText('marketing', language, brand).body,
})

const answerReminders = async (context: Context, { userId }: { userId: string }, client: RequestClient) =>
  ok({ data: await getReminders(context, userId, client.learningMoment.timeZone) })
