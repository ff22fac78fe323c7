import { textLanguageOf } from '@kitewise/rules/language'
import type { Handlers } from '../../platform/handler.ts'
import { ok } from '../../platform/result.ts'
import { saveLanguage } from './feedback.sql.ts'
import { sendFeedback } from './send-feedback.ts'

export const preferencesRoutes: Handlers<'sendFeedback' | 'updateLanguage'> = {
  sendFeedback: async (context, { session, body }) => {
    const sent = await sendFeedback(context, session.userId, {
      rating: body.rating,
      message: body.message ?? '',
    })
    return sent.ok ? ok({ data: { sent: true } }) : sent
  },

  updateLanguage: async ({ db }, { session, body }) => {
    const language = textLanguageOf(body.language)
    await saveLanguage(db, session.userId, language)
    return ok({ data: { language } })
  },
}
