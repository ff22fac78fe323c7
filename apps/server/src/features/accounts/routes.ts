import { languageDetails, textLanguages } from '@kitewise/rules/language'
import type { Handlers } from '../../platform/handler.ts'
import { ok, refuse } from '../../platform/result.ts'
import { logIn } from './log-in.ts'
import { presentUser } from './present.ts'
import { findUser, revokeSession } from './queries.ts'
import { reauthenticate } from './reauthenticate.ts'

export const accountsRoutes: Handlers<'login' | 'reauthenticate' | 'logout' | 'me' | 'locales'> = {
  login: async (context, { body, client }) => {
    const { networkKey, deviceToken } = client
    const outcome = await logIn(context, { ...body, networkKey, deviceToken })
    if (!outcome.ok) return outcome
    client.rememberDevice(outcome.value.deviceToken)
    return ok(outcome.value.answer)
  },
  reauthenticate: async (context, { body, session, client }) => {
    const { networkKey, deviceToken } = client
    const outcome = await reauthenticate(context, { ...body, session, networkKey, deviceToken })
    return outcome.ok ? ok({ data: { reauthenticated: true } }) : outcome
  },
  logout: async (context, { session }) => {
    await revokeSession(context.db, session.userId, session.id)
    return ok({ data: { loggedOut: true } })
  },
  me: async (context, { session }) => {
    const user = await findUser(context.db, session.userId)
    return user ? ok({ data: presentUser(user) }) : refuse('unauthorized')
  },
  locales: async () => ok({ data: textLanguages.map((code) => ({ code, name: languageDetails[code].name })) }),
}
