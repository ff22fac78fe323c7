import { languageDetails, textLanguageOf, textLanguages } from '@kitewise/rules/language'
import type { Handlers } from '../../platform/handler.ts'
import { ok, refuse } from '../../platform/result.ts'
import { renewSignIn, revokeSession } from '../../platform/sessions.sql.ts'
import { comparePin } from './compare-pin.ts'
import { openSession, presentUser } from './open-session.ts'
import { findAccount, findUser, saveDailyGoal, saveFirstName, saveLanguage, saveLineOfWork } from './users.sql.ts'

type AccountEndpoint =
  | 'login'
  | 'reauthenticate'
  | 'logout'
  | 'me'
  | 'updateLanguage'
  | 'updateLineOfWork'
  | 'updateFirstName'
  | 'updateDailyGoal'
  | 'locales'

export const accountsRoutes: Handlers<AccountEndpoint> = {
  login: async (context, { body, client }) => {
    const { networkKey, deviceToken } = client
    const email = body.email.trim().toLowerCase()
    const compared = await comparePin(context, { email, pin: body.pin, networkKey, deviceToken })
    if (!compared.ok) return compared
    return openSession(context, compared.value, client)
  },
  reauthenticate: async (context, { body, session, client }) => {
    const { networkKey, deviceToken } = client
    const account = await findAccount(context.db, session.userId)
    if (!account) return refuse('unauthorized')
    const compared = await comparePin(context, { email: account.email, pin: body.pin, networkKey, deviceToken })
    if (!compared.ok) return compared.code === 'invalid_credentials' ? refuse('wrong_pin') : compared
    await renewSignIn(context.db, { userId: session.userId, sessionId: session.id, proof: 'owner' })
    return ok({ data: { reauthenticated: true } })
  },
  logout: async (context, { session }) => {
    await revokeSession(context.db, session.userId, session.id)
    return ok({ data: { loggedOut: true } })
  },
  me: async (context, { session }) => {
    const user = await findUser(context.db, session.userId)
    if (!user) return refuse('unauthorized')
    return ok({ data: await presentUser(context, context.db, { ...session, user }) })
  },
  updateLanguage: async ({ db }, { session, body }) => {
    const language = textLanguageOf(body.language)
    await saveLanguage(db, session.userId, language)
    return ok({ data: { language } })
  },
  updateLineOfWork: async ({ db }, { session, body: { lineOfWork } }) => {
    await saveLineOfWork(db, session.userId, lineOfWork)
    return ok({ data: { lineOfWork } })
  },
  updateFirstName: async ({ db }, { session, body: { firstName } }) => {
    await saveFirstName(db, session.userId, firstName)
    return ok({ data: { firstName } })
  },
  updateDailyGoal: async ({ db }, { session, body: { dailyGoalMinutes } }) => {
    await saveDailyGoal(db, session.userId, dailyGoalMinutes)
    return ok({ data: { dailyGoalMinutes } })
  },
  locales: async () => ok({ data: textLanguages.map((code) => ({ code, name: languageDetails[code].name })) }),
}
